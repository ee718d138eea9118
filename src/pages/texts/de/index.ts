import { account } from './account.ts'
import { applications } from './applications.ts'
import { common } from './common.ts'
import { keys } from './keys.ts'
import { mails } from './mails.ts'

export const de = { common, account, applications, keys, mails }
