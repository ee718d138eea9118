/**
 * Every status of the interface once: its HTTP status, its `status_code` and its `status_message`. Source: the
 * interface's table of codes. The texts of 1, 5 and 17 are from the specification, the others are ours.
 */
export const statuses = {
  success: [200, 1, 'Success.'],
  created: [201, 1, 'Success.'],
  entry_added: [200, 1, 'Success.'],
  entry_added_again: [200, 1, 'Success.'],
  service_unknown: [501, 2, 'This service does not exist.'],
  session_required: [401, 3, 'Permission denied: this request needs the session of a user.'],
  format_unknown: [405, 4, 'This format is not offered.'],
  invalid_parameters: [422, 5, 'Invalid parameters: Your request parameters are incorrect.'],
  invalid_time_window: [400, 5, 'Invalid parameters: the time window is day or week.'],
  invalid_id: [404, 6, 'Invalid id: an id in this request is not valid.'],
  invalid_key: [401, 7, 'Invalid API key: you need a valid key.'],
  page_of_other_site: [401, 7, 'Invalid API key: pages of other sites need a key of this server.'],
  duplicate_entry: [403, 8, 'This entry already exists.'],
  unavailable: [503, 9, 'The service is not available at the moment; try again later.'],
  disk_full: [503, 9, 'The disk of the server is full. Nothing was changed; try again later.'],
  read_only: [503, 9, 'The server can only read at the moment. Nothing was changed; try again later.'],
  key_suspended: [401, 10, 'This API key is suspended.'],
  internal_error: [500, 11, 'Internal error: something went wrong on our side.'],
  updated: [201, 12, 'The entry was updated.'],
  deleted: [200, 13, 'The entry was deleted.'],
  second_factor_required: [
    401,
    14,
    'Authentication failed: this account needs a second factor. Send its user to /authenticate/{request_token}.',
  ],
  authentication_failed: [401, 14, 'Authentication failed.'],
  failed: [500, 15, 'The request failed.'],
  device_denied: [401, 16, 'This device is not allowed.'],
  session_denied: [401, 17, 'Session denied.'],
  invalid_value: [400, 18, 'Invalid value: a field or parameter has a value that is not allowed.'],
  too_many_lists: [400, 18, 'Invalid value: this account cannot have more lists.'],
  watched_full: [400, 18, 'Invalid value: this account cannot have more watched entries.'],
  too_many_watches: [400, 18, 'Invalid value: this account cannot follow more.'],
  too_many_webhooks: [400, 18, 'Invalid value: there cannot be more webhooks.'],
  list_full: [400, 18, 'Invalid value: this list cannot have more items.'],
  not_acceptable: [406, 19, 'Replies are JSON, which the Accept header does not allow.'],
  invalid_date_range: [422, 20, 'Invalid date range: it has at most 14 days and does not end before it starts.'],
  entry_not_found: [200, 21, 'The entry that you want to change was not found.'],
  invalid_page: [400, 22, 'Invalid page: pages are whole numbers from 1 to 500.'],
  invalid_date: [400, 23, 'Invalid date: dates have the form YYYY-MM-DD.'],
  upstream_timeout: [504, 24, 'The request took too long and was cancelled.'],
  request_timeout: [408, 24, 'The request did not arrive in time.'],
  too_many_requests: [429, 25, 'Too many requests: you have reached the limit. Wait a moment and try again.'],
  credentials_required: [400, 26, 'A user name and a password are required.'],
  too_many_appended: [400, 27, 'Too many appended requests: at most 20 in one request.'],
  invalid_timezone: [400, 28, 'Unknown time zone.'],
  confirmation_required: [400, 29, 'This action needs confirmation: add confirm=true.'],
  invalid_credentials: [401, 30, 'The user name or the password is wrong.'],
  account_disabled: [401, 31, 'This account is disabled.'],
  email_unverified: [401, 32, 'The e-mail address of this account is not verified yet.'],
  invalid_request_token: [401, 33, 'Invalid request token: it is unknown or has expired.'],
  not_found: [404, 34, 'Not found: there is no such resource.'],
  invalid_token: [401, 35, 'Invalid token.'],
  token_scope_missing: [401, 36, 'This token does not have the scope that this request needs.'],
  session_not_found: [404, 37, 'There is no such session.'],
  edit_denied: [401, 38, 'You do not have permission to change this resource.'],
  resource_private: [401, 39, 'This resource is private.'],
  nothing_changed: [200, 40, 'There was nothing to change.'],
  token_not_approved: [422, 41, 'The user has not approved this request token.'],
  method_not_offered: [405, 42, 'This method is not offered here.'],
  upstream_unreachable: [502, 43, 'A server behind this one cannot be reached.'],
  id_refused: [500, 44, 'This id is not valid.'],
  account_suspended: [403, 45, 'This user is suspended.'],
  maintenance: [503, 46, 'The service is under maintenance; try again later.'],
  invalid_input: [400, 47, 'Invalid input.'],
  position_gone: [410, 47, 'Invalid input: what changed since this position is not known; begin with a whole dump.'],
  edit_conflict: [409, 47, 'Invalid input: somebody has changed a record since it was read.'],
  unsupported_media_type: [415, 47, 'Invalid input: the body must be JSON or a form.'],
  body_too_large: [413, 47, 'Invalid input: the body is too large.'],
  address_too_long: [414, 47, 'Invalid input: the address is too long.'],
  header_too_large: [431, 47, 'Invalid input: the header is too large.'],
  picture_unknown: [415, 47, 'Invalid input: the file is not a picture of an accepted type.'],
  picture_too_large: [413, 47, 'Invalid input: the picture is too large.'],
  picture_damaged: [422, 47, 'Invalid input: the picture is damaged or has content that is not allowed.'],
  picture_moving: [422, 47, 'Invalid input: the picture is animated, and only still pictures are accepted.'],
  http_version_refused: [505, 47, 'Invalid input: this server speaks HTTP/1.1 and HTTP/1.0.'],
  range_beyond_end: [416, 47, 'Invalid input: the range lies beyond the end.'],
} as const satisfies Record<string, readonly [http: number, code: number, message: string]>

export type StatusName = keyof typeof statuses

/** The interface's status envelope. `failure` is only present if the creation of a session was refused. */
type StatusEnvelope = { success: boolean; status_code: number; status_message: string; failure?: true }

const succeeding: ReadonlySet<number> = new Set([1, 12, 13, 40])

export function statusEnvelope(name: StatusName): StatusEnvelope {
  const [, status_code, status_message] = statuses[name]
  const envelope = { success: succeeding.has(status_code), status_code, status_message }
  return name === 'session_denied' ? { ...envelope, failure: true } : envelope
}

/** A refusal, whether the client caused it or not; answered with the status envelope of `status`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: StatusName
  /** When to try again, if known. */
  readonly retryAfterSeconds: number | undefined
  /** What the reply says in addition to the envelope. */
  readonly more: object | undefined
  constructor(status: StatusName, retryAfterSeconds?: number, more?: object) {
    super(statuses[status][2])
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.more = more
  }
}
