import type { Page } from '../page.ts'
import { webhookLists } from './lists.ts'
import { oneWebhook } from './one.ts'

/** Webhooks of members, of keys and of the server. */
export const webhookPages: readonly Page[] = [...webhookLists, ...oneWebhook]
