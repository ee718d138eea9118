import { codeForm, enterCode } from './code.ts'
import { forgottenForm, resetForm, resetHere, sendResetLink } from './forgotten-password.ts'
import { passkeyOptions, signInByPasskey } from './passkey.ts'
import { signInForm, signInHere, signOut } from './sign-in.ts'
import { signUpForm, signUpHere } from './sign-up.ts'
import { sendAgain, verification, verifyHere, verifyLink } from './verify.ts'

export const account = [
  signUpForm,
  signUpHere,
  verification,
  sendAgain,
  verifyLink,
  verifyHere,
  signInForm,
  signInHere,
  codeForm,
  enterCode,
  passkeyOptions,
  signInByPasskey,
  signOut,
  forgottenForm,
  sendResetLink,
  resetForm,
  resetHere,
]
