import { accountFaults } from '#src/credentials/rules.ts'

/** Signing up, in and out, verifying addresses, and forgotten passwords. */
export const account = {
  signUp: {
    title: 'Sign up',
    lead: 'With an account you keep a watchlist, write reviews and get keys for the API. It costs nothing.',
    username: 'User name',
    usernameHint: '2 to 32 letters from a to z, digits, dots, hyphens and underscores. Others see it.',
    email: 'E-mail address',
    emailHint: 'We send a link to it that you follow once. Nobody else sees it.',
    password: 'Password',
    passwordHint:
      'At least 12 characters. Several words in a row are easy to remember; ' +
      'passwords that many people have are refused.',
    repeat: 'The same password again',
    submit: 'Sign up',
    haveAccount: 'You have an account already?',
    taken: 'This user name is taken. Please choose another one.',
    different: 'The two passwords differ.',
  },
  faults: accountFaults,
  verify: {
    title: 'Verify your e-mail address',
    sent: (email: string) => `We sent a mail to ${email}. Follow the link in it within 24 hours; it works once.`,
    nothingArrived: 'Nothing arrived? Look among unwanted mail, or have it sent again.',
    again: 'Send it again',
    doneTitle: 'Your e-mail address is verified',
    isVerified: (email: string) => `${email} is verified. Everything is open to you now.`,
    toKeys: 'Get a key for the API',
    toCatalogue: 'Look at the catalogue',
    banner: 'Your e-mail address is not verified yet.',
    bannerLink: 'Verify it',
    confirmTitle: 'One more step',
    confirmText: 'Verify that this is your e-mail address.',
    confirm: 'Verify address',
    overTitle: 'This link is over',
    overText: 'It was used already, or it is older than 24 hours. Sign in to have another one sent.',
    takenTitle: 'This address belongs to another account',
    takenText: 'It was verified by another account in the meantime. Sign in to that one, or use another address.',
  },
  signIn: {
    title: 'Sign in',
    name: 'User name or e-mail address',
    password: 'Password',
    submit: 'Sign in',
    forgotten: 'Forgotten your password?',
    noAccount: 'New here?',
    wrong: 'User name, address or password is wrong.',
    disabled: 'This account is suspended. Please write to whoever runs this server.',
    missingName: 'Enter your user name or e-mail address.',
    missingPassword: 'Enter your password.',
  },
  forgotten: {
    title: 'Forgotten password',
    lead: 'Enter the e-mail address of your account. We send a link to it with which you choose a new password.',
    email: 'E-mail address',
    submit: 'Send the link',
  },
  reset: {
    title: 'Choose a new password',
    lead: (username: string) => `For the account ${username}. You are signed out in every browser.`,
    submit: 'Save the password',
    overTitle: 'This link is over',
    overText: 'It was used already, or it is older than an hour.',
    again: 'Have another link sent',
  },
  wait: (seconds: number) => {
    if (seconds === 1) return 'Please wait one second.'
    return seconds < 90 ? `Please wait ${seconds} seconds.` : `Please wait ${Math.ceil(seconds / 60)} minutes.`
  },
  backToForm: 'Back to the form',
  orByMail: 'You need not wait: a link by mail lets you choose a new password and sign in at once.',
  sendLink: 'Send me a link',
  notices: {
    signedIn: 'You are signed in.',
    signedOut: 'You are signed out.',
    mailSent: 'The mail is on its way.',
    verified: 'Your e-mail address is verified.',
    resetSent: 'If an account has this address, a mail with a link is on its way. The link works for an hour.',
    passwordChanged: 'Your new password is saved. Sign in with it.',
  },
}
