type Named = { browser: string | undefined; system: string | undefined }

/** Profile, devices, sign-in, personal data, and deleting the account. */
export const settings = {
  title: 'Settings',
  places: {
    profile: 'Profile',
    account: 'Sign-in',
    sessions: 'Browsers',
    api: 'API keys',
    applications: 'Applications',
    activity: 'Activity',
    data: 'Your data',
    delete: 'Delete account',
  },
  save: 'Save',
  present: 'Present password',
  presentMissing: 'Enter the password that you sign in with.',
  presentWrong: 'This is not your password.',
  profile: {
    username: (username: string) => `User name: ${username}`,
    avatarHint: 'The picture is drawn from your name.',
    name: 'Name',
    nameHint: 'What others see instead of your user name. It may be empty.',
    language: 'Language',
    languageHint:
      'Titles and texts are shown in it where the catalogue has them. These pages speak English and German.',
    country: 'Country',
    countryHint: 'Applications that you allow to use your account see it.',
    adult: 'Show adult titles',
    adultHint: 'Applications that you allow to use your account learn of this, too.',
    faults: { language: 'Choose one of the languages.', country: 'Choose one of the countries.' },
  },
  account: {
    email: 'E-mail address',
    emailIs: (email: string) => `Your address is ${email}.`,
    noEmail: 'Your account has no address.',
    changeEmail: 'Change e-mail address',
    emailLead:
      'We send a link to the new address, and a note to the one that you have. The address changes when you follow ' +
      'the link within 24 hours.',
    newEmail: 'New e-mail address',
    sameEmail: 'This is your address already.',
    confirmEmail: 'Make it my address',
    password: 'Password',
    passwordText: 'A new password signs you out in all other browsers.',
    changePassword: 'Change password',
    passwordLead:
      'All other browsers are signed out. Applications that you allowed go on; you can revoke each of them.',
  },
  emailConfirm: {
    title: 'One more step',
    text: 'From now on, this is the e-mail address of your account:',
  },
  emailOver: {
    title: 'This link is over',
    text: 'It was used already, or it is older than 24 hours. You can ask for another one in your settings.',
  },
  emailTaken: {
    title: 'This address belongs to another account',
    text: 'It was verified by another account in the meantime. Your address stays as it is.',
  },
  sessions: {
    lead: 'In these browsers you are signed in.',
    browser: ({ browser, system }: Named) =>
      browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown browser'),
    isThis: 'This browser',
    since: (time: string) => `Signed in on ${time}.`,
    seen: (time: string) => `Last seen on ${time}.`,
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
  },
  data: {
    lead: 'Everything that is kept about you, as one file in a form that programs read (JSON):',
    contents: [
      'your account and its settings',
      'the browsers in which you are signed in, and the applications that may use your account',
      'the sign-ins of your account, and what administrators did to it',
      'your API keys',
      'your watchlist and your reviews',
      'your edits of the catalogue',
    ],
    secrets: 'Passwords and keys are not in it, because they are not kept in a form that can be read.',
    download: 'Download',
  },
  delete: {
    lead: 'This deletes your account at once and for good:',
    consequences: [
      'your name, e-mail address, password, settings and watchlist are gone',
      'your API keys stop, and no application can use your account any more',
      'your user name is free for others',
      'your edits of the catalogue stay, but nothing says that they were yours',
    ],
    dataFirst: 'Download your data first',
    reviews: 'What should become of your reviews?',
    keep: 'They stay',
    keepHint: 'They are shown under “deleted account”.',
    remove: 'They go, too',
    removeHint: 'They are taken out of the catalogue.',
    choose: 'Choose what should become of your reviews.',
    submit: 'Delete my account',
    lastAdministrator: 'You are the last administrator. Make somebody else one first.',
  },
  notices: {
    sessionEnded: 'The browser is signed out.',
    sessionsEnded: 'All other browsers are signed out.',
    passwordChanged: 'Your password is changed, and all other browsers are signed out.',
    emailAsked: 'A mail with a link is on its way to the new address.',
    emailChanged: 'Your e-mail address is changed.',
    accountDeleted: 'Your account is deleted.',
  },
}
