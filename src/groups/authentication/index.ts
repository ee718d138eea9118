import { convertToken } from './convert-token.ts'
import { guestSession } from './create-guest-session.ts'
import { requestToken } from './create-request-token.ts'
import { createSession, createSessionByGet } from './create-session.ts'
import { deleteSession } from './delete-session.ts'
import { validateKey } from './validate-key.ts'
import { validateWithLogin, validateWithLoginByGet } from './validate-with-login.ts'

export const authentication = [
  validateKey,
  requestToken,
  guestSession,
  validateWithLogin,
  validateWithLoginByGet,
  createSession,
  createSessionByGet,
  convertToken,
  deleteSession,
]
