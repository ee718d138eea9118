import { allKeys, restoreKey, revokeKeyOfOther, suspendKey } from './administration.ts'
import { application, apply } from './apply.ts'
import { changeLanguages, languagesOfKey } from './languages.ts'
import { made } from './made-key.ts'
import { notifications, readNotifications } from './notifications.ts'
import { overview } from './overview.ts'
import { replace, replacement, revocation, revoke } from './stop.ts'

/** Keys, their usage, and notifications. */
export const keys = [
  ...[overview, application, apply, made, replacement, replace, revocation, revoke],
  ...[languagesOfKey, changeLanguages],
  ...[notifications, readNotifications],
  ...[allKeys, suspendKey, restoreKey, revokeKeyOfOther],
]
