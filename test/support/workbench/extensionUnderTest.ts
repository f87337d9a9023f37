import { resolve } from 'node:path';
import { projectFolder } from '../runPart';

/** This project, or what SESSION_PLANS_EXTENSION names instead, such as a packaged .vsix. */
export function extensionUnderTest(): string {
  const other = process.env['SESSION_PLANS_EXTENSION'] ?? '';
  return other === '' ? projectFolder : resolve(projectFolder, other);
}
