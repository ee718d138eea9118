import type { Page } from '../page.ts'
import { access, endAccess, endAllAccess, keepAccess } from './access.ts'
import { account } from './account.ts'
import { activity } from './activity.ts'
import { applications, revoke } from './applications.ts'
import { beginHere, codes, codesApp, codesOff, confirmHere, endHere, recoveryCodes, renewHere } from './codes.ts'
import { data, downloadData, downloadTable } from './data.ts'
import { deleteHere, deletion } from './delete.ts'
import { askForEmail, confirmEmail, email, emailLink } from './email.ts'
import { mails, saveMails } from './mails.ts'
import { addHere, askDevice, askToAdd, removeHere, renameHere } from './passkeys.ts'
import { password, savePassword } from './password.ts'
import { pictureAgain, removePicture, savePicture } from './picture.ts'
import { privacy, savePrivacy } from './privacy.ts'
import { allSettings, profile, saveProfile } from './profile.ts'
import { endOtherSessions, endSession, everyDevice, sessions } from './sessions.ts'
import { createToken, endToken, madeToken, tokens } from './tokens.ts'

export const settings: readonly Page[] = [
  allSettings,
  profile,
  saveProfile,
  savePicture,
  pictureAgain,
  removePicture,
  privacy,
  savePrivacy,
  account,
  access,
  endAccess,
  endAllAccess,
  keepAccess,
  password,
  savePassword,
  email,
  askForEmail,
  emailLink,
  confirmEmail,
  askToAdd,
  askDevice,
  addHere,
  renameHere,
  removeHere,
  codes,
  beginHere,
  codesApp,
  confirmHere,
  codesOff,
  endHere,
  recoveryCodes,
  renewHere,
  sessions,
  everyDevice,
  endSession,
  endOtherSessions,
  activity,
  mails,
  saveMails,
  applications,
  revoke,
  tokens,
  createToken,
  madeToken,
  endToken,
  data,
  downloadData,
  downloadTable,
  deletion,
  deleteHere,
]
