import { ApiError, type StatusName } from './statuses.ts'

/** Roles of accounts, each of which may do more than the one before it. */
export const roles = ['member', 'moderator', 'administrator'] as const
export type Role = (typeof roles)[number]

export const hasRole = (role: Role, atLeast: Role): boolean => roles.indexOf(role) >= roles.indexOf(atLeast)

export const mayModerate = (role: Role): boolean => hasRole(role, 'moderator')

/** The account of a person, as far as operations need to know it. */
export type Account = {
  id: number
  role: Role
  /**
   * The role of the person, where the token or session that came with the request is not for acts of roles: `role` is
   * that of a member then, and the person judges nothing that others do.
   */
  withheld?: Role
}

/** Somebody without an account, who may rate. */
type Guest = { id: number }

/** Who asks. */
export type Caller = {
  /** The key of the request; a page has none. */
  key_id: number | undefined
  /** The account whose session came with the request; only looked up if the access needs one. */
  account: Account | undefined
  /** The guest whose session came with the request, in the same way. */
  guest?: Guest | undefined
}

/** Why a caller may not use an operation, if so, by what the operation asks of its callers. */
const refusals = {
  /** Nothing besides a key. */
  key: () => undefined,
  /** The session of a user. */
  session: withRole('member'),
  /** The session of a user or of a guest. */
  rater: ({ account, guest }) => (account || guest ? undefined : 'session_required'),
  moderator: withRole('moderator'),
  administrator: withRole('administrator'),
} satisfies Record<string, (caller: Caller) => StatusName | undefined>

/** What a request must bring besides a key. */
export type Access = keyof typeof refusals

function withRole(atLeast: Role) {
  return ({ account }: Caller): StatusName | undefined => {
    if (!account) return 'session_required'
    return hasRole(account.role, atLeast) ? undefined : refusalOf(account, atLeast)
  }
}

/** Why somebody may not do what takes a role: the person has none, or the token or session is not for it. */
const refusalOf = ({ withheld }: Account, atLeast: Role): StatusName =>
  withheld !== undefined && hasRole(withheld, atLeast) ? 'token_scope_missing' : 'edit_denied'

/** Throws unless somebody may do with this token or session what takes a role. */
const requires = (atLeast: Role) => (account: Account) => {
  if (!hasRole(account.role, atLeast)) throw new ApiError(refusalOf(account, atLeast))
}
export const requireModerator = requires('moderator')
export const requireAdministrator = requires('administrator')

/** Whether an operation has to know who the person is. */
export const needsSession = (access: Access): boolean => access !== 'key'

/** Whether a guest may use an operation, as far as it looks who asks. */
export const admitsGuests = (access: Access): boolean => access === 'rater'

/** Refuses a caller who may not use an operation. */
export function checkAccess(access: Access, caller: Caller): void {
  const refusal = refusals[access](caller)
  if (refusal) throw new ApiError(refusal)
}

/** Every refusal that follows from an access. */
export function accessRefusals(access: Access): StatusName[] {
  if (!needsSession(access)) return []
  const always = ['session_required', 'token_scope_missing'] as const
  return access === 'session' || access === 'rater' ? [...always] : [...always, 'edit_denied']
}

/** The key of a caller, for operations that make something that belongs to it. */
export function keyOf({ key_id }: Caller): number {
  if (key_id === undefined) throw new ApiError('invalid_key')
  return key_id
}

/** The account or the guest of a caller who rates. */
export function raterOf({ account, guest }: Caller): { account_id: number } | { guest_id: number } {
  if (account) return { account_id: account.id }
  if (!guest) throw new ApiError('session_required')
  return { guest_id: guest.id }
}
