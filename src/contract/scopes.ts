/**
 * THE table of scopes: what an access token or a session may be allowed to do for its owner. The texts of pages have a
 * row for each.
 */
export const scopes = ['read', 'keep', 'edit', 'moderate'] as const
export type Scope = (typeof scopes)[number]

/** The scope for acts of roles, and for deciding about what others do: without it, a person counts as a member. */
export const scopeOfRoles: Scope = 'moderate'

/** The scopes that a person can give away: those for acts of roles only if they may do such acts. */
export const scopesToGive = (person: { role: string; is_trusted: boolean }): Scope[] =>
  scopes.filter((scope) => scope !== scopeOfRoles || person.role !== 'member' || person.is_trusted)

/** What a session may do, unless its app has asked for more and its owner has allowed that. */
export const scopesOfSession: readonly Scope[] = ['read', 'keep']

/** An access token, as far as operations need to know it. */
export type Token = { id: number; scopes: readonly Scope[] }

/** Those of several words that are scopes, each once, in the order of the table. */
export const scopesAmong = (words: readonly string[]): Scope[] => scopes.filter((scope) => words.includes(scope))

/** Scopes as they are stored. */
export const scopesText = (chosen: readonly Scope[]): string => scopesAmong(chosen).join(' ')
export const scopesIn = (text: string): Scope[] => scopesAmong(text.split(' '))
