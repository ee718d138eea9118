export const connectAddress = '/settings/connect'
export const madeAddress = `${connectAddress}/made`
export const authorityAddress = `${connectAddress}/authority.crt`

export const appAddress = (id: string) => `${connectAddress}/apps/${id}`
export const testAddress = (key_id: number) => `${connectAddress}/keys/${key_id}`
