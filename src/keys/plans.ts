export const plans = ['developer', 'professional'] as const
export type Plan = (typeof plans)[number]

/** What a key opens: operations of the interface, or the addresses for the Plex media server. Never both. */
export const keyUses = ['interface', 'plex'] as const
export type KeyUse = (typeof keyUses)[number]
