type Named = { browser: string | undefined; system: string | undefined }

/** Profile, devices, sign-in, personal data, and deleting the account. */
export const settings = {
  title: 'Settings',
  places: {
    profile: 'Profile',
    account: 'Sign-in',
    sessions: 'Devices',
    api: 'API keys',
    tokens: 'Access tokens',
    applications: 'Applications',
    activity: 'Activity',
    data: 'Your data',
    delete: 'Delete account',
  },
  save: 'Save',
  present: 'Current password',
  presentMissing: 'Enter your current password.',
  presentWrong: 'This is not your current password.',
  profile: {
    username: (username: string) => `User name: ${username}`,
    avatarHint: 'The picture is drawn from your name.',
    name: 'Name',
    nameHint: 'What others see instead of your user name. It may be empty.',
    language: 'Language',
    languageHint:
      'Titles and texts are in this language where the catalogue has it. The pages are in English and German.',
    country: 'Country',
    countryHint: 'Applications that you allow to use your account can see it.',
    adult: 'Show adult titles',
    adultHint: 'Applications that you allow to use your account can see this, too.',
    faults: { language: 'Choose one of the languages.', country: 'Choose one of the countries.' },
  },
  account: {
    email: 'E-mail address',
    emailIs: (email: string) => `Your address is ${email}.`,
    noEmail: 'Your account has no address.',
    changeEmail: 'Change e-mail address',
    emailLead:
      'We send a link to the new address and a message to your current one. The address changes when you follow ' +
      'the link within 24 hours.',
    newEmail: 'New e-mail address',
    sameEmail: 'This is your address already.',
    confirmEmail: 'Use this address',
    password: 'Password',
    passwordText: 'A new password signs you out on all other devices.',
    changePassword: 'Change password',
    passwordLead:
      'You are signed out on all other devices. Applications that you allowed keep working; you can revoke them.',
  },
  emailConfirm: {
    title: 'One more step',
    text: 'This becomes the e-mail address of your account:',
  },
  emailOver: {
    title: 'This link is no longer valid',
    text: 'It was used already or is older than 24 hours. You can get a new one in your settings.',
  },
  emailTaken: {
    title: 'This address belongs to another account',
    text: 'It was verified by another account in the meantime. Your address stays as it is.',
  },
  sessions: {
    lead: 'You are signed in on these devices.',
    browser: ({ browser, system }: Named) =>
      browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device'),
    isThis: 'This device',
    since: (time: string) => `Signed in on ${time}.`,
    seen: (time: string) => `Last seen on ${time}.`,
    end: 'Sign out',
    endOthers: 'Sign out on all other devices',
  },
  data: {
    lead: 'Everything that is stored about you, in one file that programs can read (JSON):',
    contents: [
      'your account and its settings',
      'the devices on which you are signed in, and the applications that may use your account',
      'the sign-ins of your account, and what administrators did to it',
      'your API keys and access tokens',
      'your watchlist, your lists and your reviews',
      'your edits of the catalogue',
    ],
    secrets: 'Your password, keys and tokens are not in it, because they are not stored in a readable form.',
    download: 'Download',
  },
  delete: {
    lead: 'This deletes your account at once and for good:',
    consequences: [
      'your name, e-mail address, password, settings, watchlist and lists are deleted',
      'your API keys and access tokens stop working, and no application can use your account any more',
      'other people can take your user name',
      'your edits of the catalogue stay, but without your name',
    ],
    dataFirst: 'Download your data first',
    reviews: 'What should happen to your reviews?',
    keep: 'Keep them',
    keepHint: 'They are shown under “deleted account”.',
    remove: 'Delete them',
    removeHint: 'They are deleted from the catalogue.',
    choose: 'Choose what should happen to your reviews.',
    submit: 'Delete my account',
    lastAdministrator: 'You are the last administrator. Make somebody else an administrator first.',
  },
  notices: {
    sessionEnded: 'The device is signed out.',
    sessionsEnded: 'All other devices are signed out.',
    passwordChanged: 'Your password is changed, and all other devices are signed out.',
    emailAsked: 'A mail with a link is on its way to the new address.',
    emailChanged: 'Your e-mail address is changed.',
    accountDeleted: 'Your account is deleted.',
  },
}
