/** What is stored in place of a digest. It has blanks, so no secret opens it. */

/** Of the key that requests under the names of `appHosts` share. */
export const digestOfShared = 'shared by appHosts'

/** Of a revoked key whose value another key has now. */
export const digestOfRevoked = (id: number): string => `revoked ${id}`
