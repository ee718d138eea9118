/** What stands on every page, and what any page may need. */
export const common = {
  siteName: 'Reelcommons',
  skip: 'Skip to content',
  mainNavigation: 'Main',
  accountNavigation: 'Account',
  movies: 'Movies',
  series: 'Series',
  people: 'People',
  watchlist: 'Watchlist',
  settings: 'Settings',
  administration: 'Administration',
  reference: 'API reference',
  signIn: 'Sign in',
  signUp: 'Sign up',
  signOut: 'Sign out',
  signedInAs: (name: string) => `Signed in as ${name}`,
  notifications: 'Notifications',
  unreadNotifications: (count: number) => (count === 1 ? 'Notifications, 1 unread' : `Notifications, ${count} unread`),
  search: 'Search',
  searchLabel: 'Search the catalogue by title or name',
  language: 'Language',
  chooseLanguage: 'Change language',
  languageNames: { en: 'English', de: 'Deutsch' },
  about: 'An open catalogue of film and television that anyone can run.',
  required: '(required)',
  faults: (count: number) => (count === 1 ? 'There is a problem' : `There are ${count} problems`),
  pages: 'Pages',
  previousPage: 'Previous',
  nextPage: 'Next',
  pageOf: (page: number, total: number) => `Page ${page} of ${total}`,
  notices: {
    saved: 'Saved.',
    languageChosen: 'The pages are in English now.',
  },
  home: {
    title: 'An open catalogue of film and television',
    lead: 'Movies, series, seasons, episodes and the people who make them, kept by everyone who cares about them.',
    forDevelopers: 'Build on it',
    forDevelopersText:
      'Version 3 of a REST interface that many clients, media centres and libraries already speak. The reference ' +
      'describes every operation, and lets you try each of them with a key.',
    toReference: 'Open the API reference',
  },
  errors: {
    home: 'Go to the start page',
    bad_request: { title: 'This request cannot be read', text: 'Something in the address or the form is not right.' },
    sign_in: { title: 'Please sign in', text: 'This page is for people who are signed in.' },
    forbidden: { title: 'This is not allowed', text: 'You may not see this page or do this.' },
    form_token: {
      title: 'This form was not sent from our page',
      text:
        'The form is too old, or another site sent it. Nothing was changed. ' +
        'Go back, reload the page and try again.',
    },
    not_found: { title: 'There is no such page', text: 'The address may be mistyped, or what stood here is gone.' },
    method_not_offered: {
      title: 'This cannot be done here',
      text: 'The page exists, but not for this kind of request.',
    },
    too_large: { title: 'That is too much', text: 'What you sent is larger than this server takes.' },
    unprocessable: { title: 'This does not fit', text: 'Something in the request is not as it should be.' },
    too_many: { title: 'Too many attempts', text: 'Please wait a moment before you try again.' },
    internal: {
      title: 'Something went wrong',
      text: 'The fault is ours, and it has been noted. Please try again later.',
    },
    unavailable: {
      title: 'Not available at the moment',
      text: 'The server is very busy. Please try again in a moment.',
    },
    maintenance: { title: 'We are at work here', text: 'The catalogue is under maintenance and will be back soon.' },
  },
}
