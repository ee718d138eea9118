import { account } from './account.ts'
import { applications } from './applications.ts'
import { common } from './common.ts'
import { keys } from './keys.ts'
import { mails } from './mails.ts'

export const en = { common, account, applications, keys, mails }
