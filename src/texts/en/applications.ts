/** Applications that act for a person: the page that asks for permission, and the list of them. */
export const applications = {
  title: 'Applications',
  lead: 'These applications may see and change what belongs to your account.',
  expiry: (days: number) => `Each one that is not used for ${days} days loses access.`,
  noneTitle: 'No application uses your account',
  noneText: 'Applications that you allow to use your account are listed here. You can revoke each of them.',
  allowed: (time: string) => `Allowed on ${time}.`,
  allowedOften: (sessions: number, first: string, last: string) =>
    `Allowed ${sessions} times, for the first time on ${first} and for the last time on ${last}.`,
  lastUsed: (day: string) => `Last used on ${day}.`,
  revoke: 'Revoke',
  ask: {
    title: (name: string) => `Allow “${name}” to use your account?`,
    may: 'It may',
    permissions: [
      'see your name, user name, language and country, and whether you want to see adult titles',
      'see a digest of your e-mail address, which a site for avatars can recognise',
      'see your watchlist, and add and remove titles',
    ],
    editing: 'edit the catalogue in your name: add and change films, series and people, and undo edits',
    mayNot: 'It may not',
    refusals: [
      'see or change your password or your e-mail address',
      'delete your account',
      'see your other applications',
    ],
    revocable: 'You can revoke this at any time in your settings.',
    leads: (place: string) => `After that, you go on to ${place}.`,
    stays: 'After that, go back to the application.',
    ends: (time: string) => `This request expires on ${time}.`,
    allow: 'Allow',
    deny: 'Deny',
  },
  notices: {
    revoked: 'The application may no longer use your account.',
  },
  approved: {
    title: 'The application may use your account',
    text: 'You can close this page now and go back to the application.',
  },
  denied: {
    title: 'The application may not use your account',
    text: 'Nothing was changed. You can close this page now.',
  },
  over: {
    title: 'This request is no longer valid',
    text:
      'It was answered already, it has expired, or its address is not complete. Go back to the application ' +
      'and start again.',
  },
  wrongAddress: {
    title: 'The application named an address that is not allowed',
    text:
      'It may not use your account. The address that it wants to return to has to begin with http, https or the ' +
      'name of an application.',
  },
  unverified: {
    title: 'Please verify your e-mail address first',
    text:
      'Applications may use an account once its address is verified. Follow the link in the mail that we ' +
      'sent you, then open this page again.',
  },
}
