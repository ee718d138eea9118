import type { Scope } from '#src/contract/scopes.ts'

type About = { name: string; lastFour: string; keyName: string }

/** Personal access tokens. */
export const tokens = {
  lead:
    'An access token lets a script or app use your account without your password. Give each one its own token, with ' +
    'only the scopes it needs.',
  none: 'No access tokens yet',
  noneText: 'Create one below.',
  noKey: 'You need an API key first',
  noKeyText: 'A token belongs to one of your API keys and uses its plan and field names.',
  toKeys: 'Go to your keys',
  token: ({ name, lastFour }: About) => `${name}, token ending in ${lastFour}`,
  facts: ({ lastFour, keyName }: About) => `Ends in ${lastFour}. Belongs to the key “${keyName}”.`,
  scopesLabel: 'Scopes',
  scopes: {
    read: 'Read',
    keep: 'Keep',
    edit: 'Edit',
    moderate: 'Moderate',
  } satisfies Record<Scope, string>,
  scopeHints: {
    read: 'See your account, watchlist, favourites, ratings, diary and lists, private ones included.',
    keep: 'Change your watchlist, favourites, ratings, diary and lists.',
    edit: 'Edit the catalogue in your name, and undo edits.',
    moderate: 'Decide about other people’s edits and reports, and about locks, as you may yourself.',
  } satisfies Record<Scope, string>,
  created: (time: string) => `Created on ${time}.`,
  expires: (time: string) => `Expires on ${time}.`,
  expired: (time: string) => `Expired on ${time}`,
  neverExpires: 'Does not expire.',
  lastUsed: (day: string) => `Last used on ${day}.`,
  neverUsed: 'Not used yet.',
  keyInactive: 'Its key has expired, or was revoked or suspended',
  revoke: 'Revoke',
  full: (most: number) =>
    `You have ${most} tokens, the most that an account can have. Revoke one that you no longer use.`,
  newTitle: 'New access token',
  name: 'Name',
  nameHint: 'What you use it for, such as “Player in the living room”.',
  key: 'API key',
  lifetime: 'Expires',
  lifetimeDays: (days: number) => (days === 0 ? 'Never' : `After ${days} days`),
  create: 'Create token',
  wrong: {
    name: (most: number) => `Enter a name of at most ${most} characters.`,
    key: 'Choose one of your keys.',
    scopes: 'Choose at least one scope.',
    lifetime: 'Choose when the token expires.',
  },
  madeTitle: 'Your new access token',
  madeFor: (name: string) => `Token for ${name}`,
  madeOnce: 'Copy the token now. We do not store it, so it is shown only once.',
  shownAlready: 'We do not store tokens, so this one is not shown again. Not copied? Revoke it and create a new one.',
  tryIt: 'Try it',
  tryItText: 'Send the token in the header of a request, never in its address:',
  toTokens: 'Back to your tokens',
  notices: {
    revoked: 'Token revoked. Sessions created with it have ended, too.',
  },
}
