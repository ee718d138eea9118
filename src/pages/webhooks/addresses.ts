import type { AccountKey } from '#src/keys/account-keys.ts'
import type { Hook } from '#src/webhooks/hooks.ts'
import { adminPage } from '../admin/frame.ts'
import type { Html } from '../html.ts'
import { keysAddress } from '../keys/overview.ts'
import type { PageContext, PageView } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import type { Viewer } from '../viewer.ts'

export type Context = PageContext<string, string, string, Viewer>

export const memberAddress = '/settings/webhooks'
export const serverAddress = '/admin/webhooks'
export const keyAddress = <Id extends string | number>(id: Id) => `${keysAddress}/${id}/webhooks` as const
export const hookAddress = <Id extends string | number>(id: Id) => `/webhooks/${id}` as const
export const guideAddress = '/docs/guide/webhooks'

/** Whose webhooks a page is about. */
export type Whose =
  | { owner: 'member' }
  | { owner: 'server' }
  | { owner: 'key'; key: Pick<AccountKey, 'id' | 'name' | 'last_four'> }

/** The address of all webhooks of an owner. */
export const listAddress = ({ owner, key_id }: Pick<Hook, 'owner' | 'key_id'>): string =>
  owner === 'member' ? memberAddress : owner === 'server' ? serverAddress : keyAddress(key_id ?? 0)

/** A page about webhooks, among the settings or in the administration. */
export function framed(context: Context, owner: Hook['owner'], content: Html, heading?: string): PageView {
  const { title } = context.texts.webhooks
  if (owner === 'server') return adminPage(context, 'webhooks', heading ?? title, content)
  return settingsPage(context, owner === 'key' ? 'api' : 'webhooks', content, heading)
}
