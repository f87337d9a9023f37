/** +1 for every change that an older build would not read right; it then only reads. */
export const REDIS_SCHEMA = 1;

/**
 * All of a commit or nothing (PT.98). KEYS: session, events, calls, removed steps. ARGV: expected generation,
 * schema, known capabilities, channel, notice, milliseconds to live (0: for ever), call or empty, its answer,
 * revision, fields of the session as JSON, events as JSON, ids of removed steps as JSON. Every text that a
 * person or model wrote is JSON within JSON, so that nothing of it is decoded here.
 */
export const APPEND = `
  local stored = redis.call('HMGET', KEYS[1], 'generation', 'version', 'schema', 'required')
  local generation, version = tonumber(stored[1] or '0'), tonumber(stored[2] or '0')
  if tonumber(stored[3] or '0') > tonumber(ARGV[2]) then return {'newer'} end
  local known = {}
  for _, name in ipairs(cjson.decode(ARGV[3])) do known[name] = true end
  for _, name in ipairs(cjson.decode(stored[4] or '[]')) do
    if not known[name] then return {'read_only'} end
  end
  if generation ~= tonumber(ARGV[1]) then return {'conflict'} end
  if ARGV[7] ~= '' and redis.call('HEXISTS', KEYS[3], ARGV[7]) == 1 then return {'conflict'} end
  local events = cjson.decode(ARGV[11])
  redis.call('HSET', KEYS[1], 'generation', generation + 1, 'version', version + #events, 'schema', ARGV[2])
  for field, value in pairs(cjson.decode(ARGV[10])) do redis.call('HSET', KEYS[1], field, value) end
  for _, event in ipairs(events) do redis.call('RPUSH', KEYS[2], event) end
  if ARGV[7] ~= '' then redis.call('HSET', KEYS[3], ARGV[7], ARGV[8]) end
  for _, step in ipairs(cjson.decode(ARGV[12])) do redis.call('HSET', KEYS[4], step, ARGV[9]) end
  for _, key in ipairs(KEYS) do
    if tonumber(ARGV[6]) > 0 then redis.call('PEXPIRE', key, ARGV[6]) end
  end
  redis.call('PUBLISH', ARGV[4], ARGV[5])
  return {'written', tostring(version)}`;

/** KEYS: session, events. ARGV: first and last index. Version and page of the same moment. */
export const READ_EVENTS = `
  return {redis.call('HGET', KEYS[1], 'version') or '0', redis.call('LRANGE', KEYS[2], ARGV[1], ARGV[2])}`;

/** KEYS: as for a commit, then where each goes. ARGV: milliseconds to live there, channel, notice. */
export const TRASH = `
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  for at = 1, 4 do
    if redis.call('EXISTS', KEYS[at]) == 1 then
      redis.call('RENAME', KEYS[at], KEYS[at + 4])
      redis.call('PEXPIRE', KEYS[at + 4], ARGV[1])
    end
  end
  redis.call('PUBLISH', ARGV[2], ARGV[3])
  return 1`;
