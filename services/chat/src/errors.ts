/** Every error code of the service with its status and when it is answered. @source docs/contract/chat.md, Errors */
export const ERRORS = {
  BAD_REQUEST: { status: 400, when: 'a parameter or the state of things does not allow the call' },
  REQUEST_VARIABLE_MISSING: { status: 400, when: 'a required parameter is missing' },
  REQUEST_VARIABLE_INVALID: {
    status: 400,
    when: 'a retention or time limit has a value that it cannot have',
  },
  REQUEST_CONFUSING_VAR: { status: 400, when: 'a parameter is given under two of its names' },
  BAD_NARROW: { status: 400, when: 'a narrow term is unknown or names something unknown' },
  BAD_IMAGE: { status: 400, when: 'an uploaded image cannot be read' },
  BAD_EVENT_QUEUE_ID: {
    status: 400,
    when: 'the event queue is unknown, has expired, or is somebody else’s',
  },
  EVENT_QUEUE_ELSEWHERE: {
    status: 503,
    when: 'another living process has the event queue and could not be asked just now',
  },
  CANNOT_DEACTIVATE_LAST_USER: { status: 400, when: 'the only owner or the only user would go' },
  CANNOT_DEACTIVATE_GROUP_IN_USE: {
    status: 400,
    when: 'a setting or a group still uses the group',
  },
  CHANNEL_ALREADY_EXISTS: { status: 409, when: 'another channel has that name' },
  STREAM_DOES_NOT_EXIST: { status: 400, when: 'no channel has that name or id' },
  UNAUTHORIZED_PRINCIPAL: {
    status: 400,
    when: 'the call is for administrators, owners or members',
  },
  EXPECTATION_MISMATCH: {
    status: 400,
    when: 'the expected current value is not the current value',
  },
  SYSTEM_GROUP_REQUIRED: { status: 400, when: 'the setting takes only a system group' },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: {
    status: 400,
    when: 'part of the messages are too old to be moved',
  },
  REACTION_ALREADY_EXISTS: { status: 400, when: 'the user has reacted with that emoji' },
  REACTION_DOES_NOT_EXIST: { status: 400, when: 'the user has not reacted with that emoji' },
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    when: 'the caller may not mention a whole channel',
  },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    when: 'the caller may not mention a whole topic',
  },
  INVITATION_FAILED: {
    status: 400,
    when: 'some or all of the addresses were not invited; `errors` tells which and why',
  },
  NOT_FOUND: {
    status: 404,
    code: 'BAD_REQUEST',
    when: 'a path, a file, or a thing of the caller’s own is not there',
  },
  METHOD_NOT_ALLOWED: { status: 405, code: 'BAD_REQUEST', when: 'the path has no such method' },
  REQUEST_TIMEOUT: { status: 408, when: 'the request took too long to arrive' },
  REQUEST_TOO_LARGE: { status: 413, code: 'BAD_REQUEST', when: 'the body is too large' },
  HEADERS_TOO_LARGE: {
    status: 431,
    code: 'BAD_REQUEST',
    when: 'the address and the headers are too large together',
  },
  INTERNAL_SERVER_ERROR: { status: 500, when: 'the server failed; its log tells why' },
  FORBIDDEN: { status: 403, code: 'BAD_REQUEST', when: 'the caller may not see the file' },
  SERVER_BUSY: {
    status: 503,
    when: 'the database or the bucket of the files is away or busy, or too much waits; `Retry-After` tells when to try again',
  },
  RATE_LIMIT_HIT: { status: 429, when: 'the caller sent too many requests' },
  UNAUTHORIZED: { status: 401, when: 'the credentials are missing or wrong' },
  AUTHENTICATION_FAILED: { status: 401, when: 'fetch_api_key: the user name or password is wrong' },
  USER_DEACTIVATED: { status: 401, when: 'fetch_api_key: the account is deactivated' },
  REALM_DEACTIVATED: { status: 401, when: 'fetch_api_key: the organization is deactivated' },
  DISK_FULL: { status: 507, when: 'the disk of the server or of its database is full' },
  INVALID_PUSH_DEVICE_TOKEN: { status: 400, when: 'the user has not registered the token' },
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: {
    status: 400,
    when: 'the push service does not know the token',
  },
  NO_ACTIVE_PUSH_DEVICE: { status: 400, when: 'the user has no registered device' },
  PUSH_SERVICE_NOT_CONFIGURED: { status: 400, when: 'the server has no push service' },
  ADMIN_ACTION_REQUIRED: { status: 403, when: 'the push service refuses this server' },
  FAILED_TO_CONNECT_BOUNCER: { status: 502, when: 'the push service cannot be reached' },
  INTERNAL_SERVER_ERROR_ON_BOUNCER: {
    status: 502,
    when: 'the push service answered with a server error',
  },
} as const

export type ErrorCode = keyof typeof ERRORS
