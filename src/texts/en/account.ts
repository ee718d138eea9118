import { accountFaults } from '#src/credentials/rules.ts'

/** Signing up, in and out, verifying addresses, and forgotten passwords. */
export const account = {
  signUp: {
    title: 'Sign up',
    lead:
      'A free account lets you add and correct titles, rate them, keep a watchlist, write reviews and get API ' +
      'keys.',
    invited: (site: string) =>
      `You are invited to ${site}. With an account you rate what you watch, keep a watchlist and a diary, and add ` +
      'and correct titles.',
    firstEdits: 'Your first edits go live once somebody has checked them.',
    username: 'User name',
    usernameHint: 'Others see it. 2 to 32 characters: letters from a to z, digits, dots, hyphens and underscores.',
    email: 'E-mail address',
    emailHint: 'We’ll send you a link to verify it. Nobody else sees your address.',
    emailHintUnsent: 'Nobody else sees your address.',
    emailOptional: 'Optional. With it you can choose a new password yourself if you forget yours.',
    password: 'Password',
    newPassword: 'New password',
    passwordHint:
      'At least 12 characters. A few words in a row are easy to remember. Common passwords are not accepted.',
    repeat: 'Repeat password',
    submit: 'Sign up',
    haveAccount: 'Already have an account?',
    closed: 'Sign-up is closed. Ask the people who run this server for an account.',
    byInvitation: 'Sign-up is by invitation only. Ask the people who run this server for a link. Each link works once.',
    taken: 'This user name is taken. Choose another one.',
    different: 'The passwords do not match.',
  },
  faults: accountFaults,
  verify: {
    title: 'Verify your e-mail address',
    sent: (email: string) => `We sent an e-mail to ${email}. Follow the link in it within 24 hours. It works once.`,
    nothingArrived: 'Nothing there? Check your spam folder, or send the e-mail again.',
    notSent: (email: string) => `This server does not send e-mails. Ask the people who run it to verify ${email}.`,
    again: 'Send again',
    newLink: 'Make a new link',
    newLinkText: 'They may give you a link instead. It works once, within 24 hours. If it has expired, make a new one.',
    doneTitle: 'You’re all set',
    isReady: (username: string) => `You are signed in as ${username}.`,
    isVerified: (email: string) => `${email} is verified.`,
    goOn: 'Continue where you were',
    meanwhile: 'Until then',
    meanwhileText: 'You can look around, rate titles, and keep a watchlist and lists.',
    toSettings: 'Go to your settings',
    toKeys: 'Get an API key',
    toCatalogue: 'Go to the catalogue',
    banner: 'Your e-mail address is not verified yet.',
    bannerLink: 'Verify it now',
    confirmTitle: 'One more step',
    confirmText: 'Confirm that this is your e-mail address.',
    confirm: 'Verify address',
    overTitle: 'This link has expired',
    overText: 'A link works once, within 24 hours. Sign in to get a new one.',
    takenTitle: 'This address belongs to another account',
    takenText: 'Another account has verified it in the meantime. Sign in to that account, or use another address.',
  },
  signIn: {
    title: 'Sign in',
    name: 'User name or e-mail address',
    password: 'Password',
    submit: 'Sign in',
    forgotten: 'Forgot your password?',
    noAccount: 'New here?',
    wrong: 'Wrong user name, e-mail address or password.',
    disabled: 'This account is suspended. Contact the people who run this server.',
    missingName: 'Enter your user name or e-mail address.',
    missingPassword: 'Enter your password.',
  },
  forgotten: {
    title: 'Forgot your password?',
    lead: 'Enter your account’s e-mail address, and we’ll send you a link to choose a new password.',
    email: 'E-mail address',
    submit: 'Send link',
    unsent:
      'This server does not send e-mails. Enter your account’s e-mail address, then ask the people who run the ' +
      'server for the link to choose a new password.',
    submitUnsent: 'Create link',
    noEmailTitle: 'No e-mail address?',
    noEmail:
      'If your account has no e-mail address, ask an administrator of this server. They create a link for you, with ' +
      'which you choose a new password.',
    administrators:
      'Administrators without an address set a new password where the server runs: `npx reelcommons account password ' +
      '--username NAME`.',
  },
  reset: {
    title: 'Choose a new password',
    lead: (username: string) =>
      `For the account ${username}. You will be signed out on all devices, and apps lose their access.`,
    submit: 'Save password',
    overTitle: 'This link has expired',
    overText:
      'A link works once: within an hour if it came by e-mail, within three days if an administrator gave it to you.',
    firstTitle: 'Choose a password',
    firstLead: (username: string) => `For the account ${username}. You sign in with it then.`,
    again: 'Get a new link',
  },
  wait: (seconds: number) => {
    if (seconds === 1) return 'Please wait one second.'
    return seconds < 90 ? `Please wait ${seconds} seconds.` : `Please wait ${Math.ceil(seconds / 60)} minutes.`
  },
  backToForm: 'Back to the form',
  orByMail: 'Or choose a new password with a link.',
  sendLink: 'Get a link',
  notices: {
    signedIn: 'You are signed in.',
    signedOut: 'You are signed out.',
    stepExpired: 'That took too long. Sign in again.',
    mailSent: 'The e-mail is on its way.',
    linkMade: 'The new link is ready. Ask the people who run this server for it.',
    verified: 'Your e-mail address is verified.',
    resetSent: 'If this address belongs to an account, a link is on its way. It works for an hour.',
    resetMade:
      'If this address belongs to an account, the people who run this server now have a link. It works for an hour.',
    passwordReset: 'Your new password is saved. All devices are signed out, and apps have lost their access. Sign in.',
    passwordChosen: 'Your password is saved. Sign in.',
    firstReset:
      'Your new password is saved. Whatever opened the account before its e-mail address was verified, such as ' +
      'passkeys and codes, has ended. Sign in.',
  },
}
