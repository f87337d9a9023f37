// In a bundle of its own, for the YAML in it: what is needed where files declare coworkers.
export { parseSpec } from './agentSpec';
export { parseManifest } from './manifest';
