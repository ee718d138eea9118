/** One-time codes, recovery codes and passkeys. */
export const factors = {
  on: 'On',
  off: 'Off',
  code: 'Code',
  signInHint: 'Six digits from your authenticator app, or one of your recovery codes.',
  codeHint: 'Six digits from your authenticator app, or one of your recovery codes. Each code works once.',
  wrongCode: 'This code is wrong, has expired or has already been used. Wait for the next one, and try again.',
  step: {
    title: 'Enter your code',
    lead: (username: string) => `Your password is right. One more step to sign in as ${username}.`,
    lostTitle: 'No code?',
    lost:
      'Without your phone, enter one of the ten recovery codes that you saved. If you have lost these too, contact ' +
      'the people who run this server.',
  },
  codes: {
    title: 'One-time codes',
    text: 'An app on your phone shows a new code every 30 seconds. Then nobody can sign in with your password alone.',
    since: (date: string) => `On since ${date}. Signing in with your password also takes a code from your app.`,
    turnOn: 'Turn on one-time codes',
    turnOff: 'Turn off one-time codes',
    turnOffLead: 'Your password alone will then be enough to sign in, and your recovery codes will be deleted.',
    lead: 'You need an authenticator app on your phone or computer. Enter your password to begin.',
    install: 'Open your authenticator app, or install one. Any app for one-time codes (TOTP) works.',
    scan: 'Scan this picture with the app.',
    picture: 'QR code with the key for your authenticator app',
    orType: 'Or type this key into the app:',
    openApp: 'Open the app on this device',
    enter: (minutes: number) => `Enter the code that the app shows now. You have ${minutes} minutes.`,
    enterHint: 'Six digits.',
    isOn: 'One-time codes are on.',
  },
  passkeys: {
    title: 'Passkeys',
    text:
      'Sign in with your fingerprint, your face or the PIN of your device, without a password or a code. ' +
      'Your password still works; to guard it as well, turn on one-time codes.',
    signIn: 'Sign in with a passkey',
    add: 'Add a passkey',
    lead: 'Your device keeps the passkey. To begin, enter your password.',
    create: 'Create passkey',
    one: 'Passkey',
    name: 'Name',
    nameHint: 'So that you recognise it in the list.',
    rename: 'Rename',
    remove: 'Remove',
    added: (date: string) => `Added on ${date}.`,
    used: (time: string) => `Last used on ${time}.`,
    neverUsed: 'Never used.',
    worksAt: (host: string) => `It works at ${host}.`,
    notHere: 'Passkeys only work when this site is opened over https and by its name.',
    full: (most: number) =>
      `You have ${most} passkeys, the most that an account can have. Remove one that you no longer use.`,
    noScript: 'Passkeys need JavaScript and a recent browser. Your password works without them.',
    failed: 'That did not work. Try again, or use your password.',
    known: 'This device already has a passkey for your account.',
  },
  recovery: {
    title: 'Recovery codes',
    keepTitle: 'Save these codes now',
    once: 'They are shown only this once.',
    keep:
      'Each code signs you in once when you do not have your phone. Keep them where you keep important papers, or in ' +
      'a password manager, and not only on your phone.',
    left: (left: number, all: number, date: string) =>
      left === 1
        ? `1 of your ${all} codes from ${date} is left. Create new ones soon.`
        : `${left} of your ${all} codes from ${date} are left.`,
    none: 'You have used all your codes. Create new ones now.',
    renew: 'Create new recovery codes',
    renewLead: 'The codes that you have now will stop working.',
    areNew: 'These are your new recovery codes. The earlier ones no longer work.',
  },
  backHome: 'Back to sign-in and security',
  notices: {
    codesOff: 'One-time codes turned off.',
    passkeyAdded: 'Passkey added. You can sign in with it now.',
    passkeyRefused: 'The passkey was not added. Try again.',
    passkeysFull: 'The passkey was not added, because your account cannot have more.',
    passkeyRenamed: 'Passkey renamed.',
    passkeyRemoved: 'Passkey removed. You can delete it on your device, too.',
    passkeyUnknown: 'This passkey does not belong to an account here. Try again, or use your password.',
    accountDisabled: 'This account is suspended. Contact the people who run this server.',
  },
}
