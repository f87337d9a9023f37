import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { digest } from '../../src/host/digest';
import { sha256 } from '../../src/host/web/sha256';
import { digest as webDigest } from '../../src/host/web/webDigest';

describe('SHA-256 of the web', () => {
  it('is that of the platform', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        assert.deepEqual(Buffer.from(sha256(bytes)), createHash('sha256').update(bytes).digest());
      }),
    );
  });

  it('is that of the platform for texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(webDigest(text), digest(text));
      }),
    );
  });
});
