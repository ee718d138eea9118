export const connectAddress = '/settings/connect'
export const madeAddress = `${connectAddress}/made`
export const authorityAddress = `${connectAddress}/authority.crt`

export const appAddress = (id: string) => `${connectAddress}/apps/${id}`
export const testAddress = (key_id: number) => `${connectAddress}/keys/${key_id}`

/** The test of a key that begins at a time. */
export const testBegun = (key_id: number, now: Date) =>
  `${testAddress(key_id)}?since=${Math.floor(now.getTime() / 1_000)}`
