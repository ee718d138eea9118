import { codeForm, enterCode } from './code.ts'
import { forgottenForm, resetForm, resetHere, sendResetLink } from './forgotten-password.ts'
import { passkeyOptions, signInByPasskey } from './passkey.ts'
import { setUpForm, setUpHere } from './set-up.ts'
import { signInForm, signInHere, signOut } from './sign-in.ts'
import { signUpForm, signUpHere } from './sign-up.ts'
import { sendAgain, verification, verifyHere, verifyLink } from './verify.ts'
import { welcome } from './welcome.ts'

export const account = [
  setUpForm,
  setUpHere,
  welcome,
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
