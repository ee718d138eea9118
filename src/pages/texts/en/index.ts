import { account } from './account.ts'
import { common } from './common.ts'
import { mails } from './mails.ts'

export const en = { common, account, mails }
