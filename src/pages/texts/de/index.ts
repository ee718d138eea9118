import { account } from './account.ts'
import { common } from './common.ts'
import { keys } from './keys.ts'
import { mails } from './mails.ts'

export const de = { common, account, keys, mails }
