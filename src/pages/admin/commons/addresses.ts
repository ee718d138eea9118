export const followingAddress = '/admin/following'
export const addressOfFollowed = (id: string): string => `${followingAddress}/${id}`

/** The id in an address; undefined if it is none. */
export const followedId = (text: string): string | undefined => (/^[0-9a-f]{32}$/.test(text) ? text : undefined)
