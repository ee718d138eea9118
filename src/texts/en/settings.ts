type Named = { browser: string | undefined; system: string | undefined }

/** Profile, devices, sign-in, personal data, and deleting the account. */
export const settings = {
  title: 'Settings',
  places: {
    privacy: 'Privacy',
    profile: 'Profile',
    account: 'Sign-in and security',
    sessions: 'Devices',
    connect: 'Connect',
    api: 'API keys',
    tokens: 'Access tokens',
    applications: 'Apps',
    players: 'Players',
    activity: 'Activity',
    mails: 'E-mails',
    data: 'Your data',
    import: 'Import',
    delete: 'Delete account',
  },
  meaning: {
    profile: 'Your name and picture, language, country, light or dark',
    privacy: 'What others see of you',
    account: 'E-mail address, password, passkeys, one-time codes, devices',
    applications: 'Apps that have access to your account',
    activity: 'Sign-ins and changes to your account',
    mails: 'News of what you follow, once a day',
    connect: 'Media servers, media centres and other apps that use this server',
    players: 'What media players tell of what you watch',
    api: 'For apps and programs that read the catalogue',
    tokens: 'For programs that act as you',
    data: 'A download of everything that is stored about you',
    import: 'Ratings, diaries and lists from other sites',
    delete: 'For good, with everything that you keep',
    admin: 'Accounts, keys, imports and the setup of this server',
  },
  save: 'Save',
  present: 'Current password',
  presentMissing: 'Enter your current password.',
  presentWrong: 'That is not your current password.',
  profile: {
    username: (username: string) => `User name: ${username}`,
    picture: 'Picture',
    pictureFile: 'Your own picture',
    pictureHint: (megabytes: number) =>
      `JPEG, PNG, WebP, AVIF or GIF. At most ${megabytes} MB. Its middle is shown. Others see it while your profile ` +
      'is public.',
    pictureSmall: (pixels: number) => `Choose a picture that is at least ${pixels} pixels wide and high.`,
    savePicture: 'Use this picture',
    removePicture: 'Remove picture',
    avatarHint: 'Your picture is drawn from your name.',
    name: 'Name',
    nameHint: 'Optional. Others see it instead of your user name.',
    language: 'Language',
    languageHint: 'For pages, titles and texts. What is not available in it is shown in another language.',
    appearanceHint: 'On all your devices.',
    country: 'Country',
    countryHint: 'Apps with access to your account can see it.',
    adult: 'Show adult titles',
    adultHint: 'Apps with access to your account can see this, too.',
    leaves: 'Remove movies from my watchlist when I watch them',
    leavesHint: 'However they are marked as watched: here, by an app or by a player.',
    faults: { language: 'Choose one of the languages.', country: 'Choose one of the countries.' },
  },
  account: {
    email: 'E-mail address',
    emailIs: (email: string) => `Your address is ${email}.`,
    noEmail:
      'Your account has no e-mail address. Without one, only an administrator can help you if you forget your ' +
      'password.',
    noEmailAdministrator:
      'Your account has no e-mail address. Without one, a forgotten password can only be replaced on the command ' +
      'line of the server: `npx reelcommons account password`.',
    addEmail: 'Add e-mail address',
    changeEmail: 'Change e-mail address',
    emailLead:
      'We’ll send a link to the new address and tell your current one. Follow the link within 24 hours to change ' +
      'your address.',
    emailLeadUnsent:
      'This server does not send e-mails. Enter the new address, then ask the people who run the server for the link ' +
      'that changes it. The link works for 24 hours.',
    newEmail: 'New e-mail address',
    sameEmail: 'That is already your address.',
    confirmEmail: 'Use this address',
    password: 'Password',
    passwordText: 'Changing it signs you out on all other devices and ends the access of apps.',
    changePassword: 'Change password',
    passwordLead:
      'You will be signed out on all other devices, and your apps lose their access. Then you see what else opens ' +
      'your account, and can end it.',
  },
  emailConfirm: {
    title: 'One more step',
    text: 'This will be your account’s e-mail address:',
  },
  emailOver: {
    title: 'This link has expired',
    text: 'A link works once, within 24 hours. You can get a new one in your settings.',
  },
  emailTaken: {
    title: 'This address belongs to another account',
    text: 'Another account has verified it in the meantime. Your address stays as it is.',
  },
  sessions: {
    lead: 'You are signed in on these devices.',
    browser: ({ browser, system }: Named) =>
      browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device'),
    all: 'Show all devices',
    isThis: 'This device',
    since: (time: string) => `Signed in on ${time}.`,
    seen: (time: string) => `Last seen on ${time}.`,
    end: 'Sign out',
    endOthers: 'Sign out on all other devices',
  },
  data: {
    lead: 'Download everything we store about you in one file (JSON):',
    contents: [
      'your account and its settings',
      'your signed-in devices, and the apps with access to your account',
      'the names of your passkeys, when you turned on one-time codes, and which recovery codes are used',
      'your sign-ins, and what administrators did to your account',
      'your API keys and access tokens',
      'your watchlist, favourites, ratings, lists and reviews, and what you have watched',
      'your imports, and what else runs in the background for you',
      'your edits to the catalogue',
    ],
    secrets: 'Your password, keys, tokens and the secrets of your one-time codes are not in it.',
    tables: 'Tables',
    tablesLead:
      'What you rated, watched, reviewed and marked is also there as tables (CSV), in the form in which film diaries ' +
      'are exchanged. Many other sites can import them.',
    tableNames: {
      ...{ films: 'Films', series: 'Series and episodes', watchlist: 'Watchlist', favourites: 'Favourites' },
      lists: 'Lists',
    },
    tablesHint: 'Who may see a list, and lists without titles, are only in the file with everything.',
    importHint: 'You can import these files on this or another server.',
    importLink: 'Import a file',
    download: 'Download',
  },
  delete: {
    lead: 'This deletes your account immediately and for good:',
    consequences: [
      'your name, e-mail address, password and settings are deleted',
      'your watchlist, favourites, ratings, lists and diary are deleted, and your ratings no longer count',
      'your API keys and access tokens stop working, and no app can use your account any more',
      'other people can take your user name',
      'your edits to the catalogue stay, but without your name',
    ],
    dataFirst: 'Download your data first',
    reviews: 'What should happen to your reviews?',
    keep: 'Keep them',
    keepHint: 'They appear under “deleted account”.',
    remove: 'Delete them',
    removeHint: 'They disappear from the catalogue.',
    choose: 'Choose what should happen to your reviews.',
    submit: 'Delete my account',
    lastAdministrator: 'You are the only administrator. Make someone else an administrator first.',
  },
  notices: {
    sessionEnded: 'The device is signed out.',
    sessionsEnded: 'All other devices are signed out.',
    emailAsked: 'A link is on its way to the new address.',
    emailAskedUnsent: 'The link for your new address is ready. Ask the people who run this server for it.',
    emailChanged: 'E-mail address changed.',
    pictureSaved: 'Your picture is saved.',
    pictureRemoved: 'Your picture is removed.',
    accountDeleted: 'Your account is deleted.',
  },
}
