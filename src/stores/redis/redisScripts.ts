/** +1 for every change that an older build would not read right; it then only reads. */
export const REDIS_SCHEMA = 1;

/**
 * All of a commit or nothing (PT.98). KEYS: session, events, calls, removed steps. ARGV: expected generation,
 * schema, known capabilities, channel, notice, milliseconds to live (0: for ever), call or empty, its answer,
 * revision, fields of the session as JSON, events as JSON, ids of removed steps as JSON, notice of coming
 * too late. Every text that a
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
  if generation ~= tonumber(ARGV[1]) then
    redis.call('PUBLISH', ARGV[4], ARGV[13])
    return {'conflict'}
  end
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

/**
 * KEYS: session, events. ARGV: first and last index, counted from the first event that there ever was. Version,
 * page, and how many were dropped, of the same moment.
 */
export const READ_EVENTS = `
  local stored = redis.call('HMGET', KEYS[1], 'version', 'dropped')
  local dropped = tonumber(stored[2] or '0')
  local page = {}
  if tonumber(ARGV[1]) >= dropped then
    page = redis.call('LRANGE', KEYS[2], ARGV[1] - dropped, ARGV[2] - dropped)
  end
  return {stored[1] or '0', page, tostring(dropped)}`;

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

/** KEYS: as for TRASH. ARGV: milliseconds to live (0: for ever), channel, notice. */
export const UNTRASH = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 'taken' end
  if redis.call('EXISTS', KEYS[5]) == 0 then return 'gone' end
  for at = 1, 4 do
    if redis.call('EXISTS', KEYS[at + 4]) == 1 then
      redis.call('RENAME', KEYS[at + 4], KEYS[at])
      if tonumber(ARGV[1]) > 0 then redis.call('PEXPIRE', KEYS[at], ARGV[1]) else redis.call('PERSIST', KEYS[at]) end
    end
  end
  redis.call('PUBLISH', ARGV[2], ARGV[3])
  return 'back'`;

/** KEYS: when the trash was emptied last. ARGV: now, milliseconds of a day. Whether it is due; then it is done. */
export const BEGIN_SWEEP = `
  local last = tonumber(redis.call('GET', KEYS[1]) or '')
  if last and math.abs(tonumber(ARGV[1]) - last) < tonumber(ARGV[2]) then return 0 end
  redis.call('SET', KEYS[1], ARGV[1])
  return 1`;

/** KEYS: session, events, removed steps. Numbers of one moment, the last that of steps without a revision. */
export const COUNT = `
  local stored = redis.call('HMGET', KEYS[1], 'generation', 'schema', 'version', 'dropped')
  local unrevised = 0
  for _, revision in ipairs(redis.call('HVALS', KEYS[3])) do
    if (tonumber(revision) or 0) < 1 then unrevised = unrevised + 1 end
  end
  return {stored[1], stored[2] or '0', stored[3] or '0', stored[4] or '0',
    tostring(redis.call('LLEN', KEYS[2])), tostring(unrevised)}`;

/** KEYS: session, events. ARGV: expected generation, schema, how many are dropped then. */
export const DROP_EVENTS = `
  local stored = redis.call('HMGET', KEYS[1], 'generation', 'schema', 'dropped')
  if stored[1] ~= ARGV[1] or tonumber(stored[2] or '0') > tonumber(ARGV[2]) then return 0 end
  local more = tonumber(ARGV[3]) - tonumber(stored[3] or '0')
  if more <= 0 then return 0 end
  redis.call('LTRIM', KEYS[2], more, -1)
  redis.call('HSET', KEYS[1], 'dropped', ARGV[3])
  return more`;

/**
 * KEYS: session, where it is kept as it is. ARGV: expected generation, schema, fields as JSON, milliseconds that the
 * other lives, channel, notice.
 */
export const REPLACE_RECORD = `
  local stored = redis.call('HMGET', KEYS[1], 'generation', 'schema')
  if stored[1] ~= ARGV[1] or tonumber(stored[2] or '0') > tonumber(ARGV[2]) then return 0 end
  for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    redis.call('HSET', KEYS[2], field, redis.call('HGET', KEYS[1], field))
  end
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
  redis.call('HSET', KEYS[1], 'generation', tonumber(stored[1]) + 2, 'schema', ARGV[2])
  for field, value in pairs(cjson.decode(ARGV[3])) do redis.call('HSET', KEYS[1], field, value) end
  redis.call('PUBLISH', ARGV[5], ARGV[6])
  return 1`;
