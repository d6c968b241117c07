/**
 * Scripts that change watches as a whole, or not at all: a Redis whose memory is full refuses the first command, which
 * keeps, and so never gets to one that removes. Their keys are all watches, those of the reference, those of the person,
 * and all references.
 */

/**
 * Keeps a watch in the place of what the person has of the same reference.
 * Arguments: id, text, reference, how long it is kept, the most of one person and of all.
 */
export const putScript = `
local older = redis.call('sinter', KEYS[2], KEYS[3])
if #older == 0 then
  if redis.call('scard', KEYS[3]) >= tonumber(ARGV[5]) then return 'perPerson' end
  if redis.call('hlen', KEYS[1]) >= tonumber(ARGV[6]) then return 'total' end
end
redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
redis.call('sadd', KEYS[2], ARGV[1])
redis.call('sadd', KEYS[3], ARGV[1])
redis.call('sadd', KEYS[4], ARGV[3])
for _, id in ipairs(older) do
  if id ~= ARGV[1] then
    redis.call('hdel', KEYS[1], id)
    redis.call('srem', KEYS[2], id)
    redis.call('srem', KEYS[3], id)
  end
end
for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[4]) end`;

/**
 * Notes what became of a watch, unless it is gone, or was told of more often than that by now.
 * Arguments: id, text, tellings that are noted already, how long it is kept.
 */
export const noteScript = `
local kept = redis.call('hget', KEYS[1], ARGV[1])
if not kept or (cjson.decode(kept).tellings or 0) ~= tonumber(ARGV[3]) then return end
redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[4]) end`;

/**
 * Reads the ids and the texts of one reference. Its keys are all watches, those of the reference, and all references, of
 * which it takes one that nobody watches. Arguments: reference.
 */
export const ofReferenceScript = `
local ids = redis.call('smembers', KEYS[2])
if #ids > 0 then return { ids, redis.call('hmget', KEYS[1], unpack(ids)) } end
redis.call('srem', KEYS[3], ARGV[1])
return { {}, {} }`;

/** Reads the texts of one person, and takes out ids whose watch is lost, so that these do not count as theirs. */
export const ofPersonScript = `
local texts = {}
for _, id in ipairs(redis.call('smembers', KEYS[2])) do
  local text = redis.call('hget', KEYS[1], id)
  if text then table.insert(texts, text) else redis.call('srem', KEYS[2], id) end
end
return texts`;

/**
 * Puts watches back into the sets that a Redis which evicts has dropped. Its keys are those of each watch, and its
 * arguments how long they are kept, then the id and the reference of each.
 */
export const mendScript = `
local function add(key, member)
  if redis.call('sismember', key, member) == 1 then return end
  redis.call('sadd', key, member)
  redis.call('pexpire', key, ARGV[1])
end
for place = 0, #KEYS / 4 - 1 do
  local id, reference = ARGV[2 * place + 2], ARGV[2 * place + 3]
  if redis.call('hexists', KEYS[4 * place + 1], id) == 1 then
    add(KEYS[4 * place + 2], id)
    add(KEYS[4 * place + 3], id)
    add(KEYS[4 * place + 4], reference)
  end
end`;

/** Arguments: id, reference. */
export const removeScript = `
redis.call('hdel', KEYS[1], ARGV[1])
redis.call('srem', KEYS[2], ARGV[1])
redis.call('srem', KEYS[3], ARGV[1])
if redis.call('scard', KEYS[2]) == 0 then redis.call('srem', KEYS[4], ARGV[2]) end`;
