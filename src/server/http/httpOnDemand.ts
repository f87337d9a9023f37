// In a bundle of its own: what is needed where sessions are served over HTTP.
export { serveHttp } from './serveHttp';
export { readTokens } from './tokens';
