import { PlanError } from '../../domain/planError';
import { sentence, type Sentence } from '../../domain/sentence';

/** What keeps a store on a server from its server, by the code of the platform. */
export const NETWORK_REASONS: Readonly<Record<string, Sentence>> = {
  ECONNREFUSED: sentence`nothing answers at this address; perhaps the server is not running`,
  ECONNRESET: sentence`the connection was cut`,
  EPIPE: sentence`the connection was cut`,
  ENOTFOUND: sentence`there is no host of this name`,
  EAI_AGAIN: sentence`the name of the host could not be looked up`,
  ETIMEDOUT: sentence`the server did not answer in time`,
  EHOSTUNREACH: sentence`the host cannot be reached`,
  ENETUNREACH: sentence`the network of the host cannot be reached`,
  DEPTH_ZERO_SELF_SIGNED_CERT: sentence`the certificate of the server is not trusted here`,
  SELF_SIGNED_CERT_IN_CHAIN: sentence`the certificate of the server is not trusted here`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: sentence`the certificate of the server is not trusted here`,
  UNABLE_TO_GET_ISSUER_CERT: sentence`the certificate of the server is not trusted here`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: sentence`the certificate of the server is not trusted here`,
  CERT_HAS_EXPIRED: sentence`the certificate of the server has expired`,
  CERT_NOT_YET_VALID: sentence`the certificate of the server is not valid yet`,
  ERR_TLS_CERT_ALTNAME_INVALID: sentence`the certificate of the server is for another host`,
  ERR_SSL_WRONG_VERSION_NUMBER: sentence`the server has no TLS, which is demanded`,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: sentence`the server has no TLS, which is demanded`,
  NO_TLS: sentence`the server did not answer in time; perhaps it has no TLS`,
  TLS_DEMANDED: sentence`the server takes no connection without TLS`,
  PASSWORD_NEEDED: sentence`a password is needed`,
};

/** The reason in the details of an error, where neither the platform nor the server gave one. */
export const LOST = 'LOST';

/** The connection went while a commit was on its way, and it cannot be seen whether it arrived (DP.79). */
export function outcomeUnknown(cause: unknown): PlanError {
  return new PlanError(
    'store_unavailable',
    sentence`It is not known whether the plan was saved: the connection was lost in the middle. Read the plan before changing it again.`,
    { details: { retry: true, outcome: 'unknown' }, cause },
  );
}
