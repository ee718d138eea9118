/** Applications that act for a person: the page that asks for permission, and the list of them. */
export const applications = {
  title: 'Apps',
  lead: 'These apps have access to your account.',
  expiry: (days: number) => `An app that you do not use for ${days} days loses its access.`,
  noneTitle: 'No apps have access to your account',
  noneText: 'Apps that you allow to use your account appear here. You can revoke their access at any time.',
  allowed: (time: string) => `Allowed on ${time}.`,
  allowedOften: (sessions: number, first: string, last: string) =>
    `Allowed ${sessions} times, first on ${first}, last on ${last}.`,
  lastUsed: (day: string) => `Last used on ${day}.`,
  revoke: 'Revoke access',
  ask: {
    title: (name: string) => `Allow “${name}” to use your account?`,
    may: 'It may',
    permissions: [
      'see your name, user name, language and country, and whether you want to see adult titles',
      'see a hash of your e-mail address, for avatars',
      'see and change your watchlist, favourites, ratings and lists',
      'see and change what you have watched and what you follow',
    ],
    editing: 'edit the catalogue in your name: add and change movies, series and people, and undo edits',
    moderating: 'decide about other people’s edits and reports, and about locks, as you may yourself',
    mayNot: 'It may not',
    refusals: ['see or change your password or your e-mail address', 'delete your account', 'see your other apps'],
    revocable: 'You can revoke its access at any time in your settings.',
    leads: (place: string) => `You will continue to ${place}.`,
    stays: 'Then go back to the app.',
    ends: (time: string) => `This request expires on ${time}.`,
    allow: 'Allow',
    deny: 'Deny',
  },
  notices: {
    revoked: 'The app no longer has access to your account.',
  },
  approved: {
    title: 'Access allowed',
    text: 'You can close this page and go back to the app.',
  },
  denied: {
    title: 'Access denied',
    text: 'The app cannot use your account. You can close this page.',
  },
  over: {
    title: 'This request has expired',
    text: 'It may also have been answered already, or its address is incomplete. Go back to the app and start again.',
  },
  wrongAddress: {
    title: 'This app cannot use your account',
    text: 'The address it wants to return to is not allowed. It has to begin with http, https or the name of an app.',
  },
  unverified: {
    title: 'Verify your e-mail address first',
    text: 'Verify your address, then open this page again.',
  },
}
