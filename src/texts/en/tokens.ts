import type { Scope } from '#src/contract/scopes.ts'

type About = { name: string; lastFour: string; keyName: string }

/** Personal access tokens. */
export const tokens = {
  lead:
    'An access token acts for you: a script or an app that sends it sees and changes what belongs to your account, ' +
    'without your password. Give each one its own token, with the scopes that it needs.',
  none: 'You have no access token yet',
  noneText: 'Create one below.',
  noKey: 'You need an API key first',
  noKeyText: 'A token belongs to one of your API keys, whose plan and field names it uses.',
  toKeys: 'To your keys',
  token: ({ name, lastFour }: About) => `${name}, token ending in ${lastFour}`,
  facts: ({ lastFour, keyName }: About) => `Ends in ${lastFour}. Belongs to the key of ${keyName}.`,
  scopesLabel: 'Scopes',
  scopes: {
    read: 'Read',
    keep: 'Keep',
    edit: 'Edit',
  } satisfies Record<Scope, string>,
  scopeHints: {
    read: 'See your account, watchlist, favourites, ratings, diary and lists, private ones included.',
    keep: 'Change your watchlist, favourites, ratings, diary and lists.',
    edit: 'Edit the catalogue in your name, and undo edits.',
  } satisfies Record<Scope, string>,
  created: (time: string) => `Created on ${time}.`,
  expires: (time: string) => `Expires on ${time}.`,
  expired: (time: string) => `Expired on ${time}`,
  neverExpires: 'Does not expire.',
  lastUsed: (day: string) => `Last used on ${day}.`,
  neverUsed: 'Not used yet.',
  keyInactive: 'Its key is no longer valid',
  revoke: 'Revoke',
  full: (most: number) =>
    `You have ${most} tokens, which is the most for an account. Revoke one that you no longer use.`,
  newTitle: 'New access token',
  name: 'Name',
  nameHint: 'What you use it for, such as “Player in the living room”.',
  key: 'API key',
  lifetime: 'Expires',
  lifetimeDays: (days: number) => (days === 0 ? 'Never' : `After ${days} days`),
  create: 'Create token',
  wrong: {
    name: (most: number) => `Enter a name, in one line of at most ${most} characters.`,
    key: 'Choose one of your keys.',
    scopes: 'Choose at least one scope.',
    lifetime: 'Choose when the token expires.',
  },
  madeTitle: 'Your new access token',
  madeFor: (name: string) => `Token for ${name}`,
  madeOnce: 'Copy the token now. It is shown in full only this once, because we do not store it.',
  shownAlready:
    'Your token was shown here once and is not stored. If you did not copy it, revoke it and create a new one.',
  tryIt: 'Try it',
  tryItText: 'A request has the token in its header, never in its address:',
  toTokens: 'To your tokens',
  notices: {
    revoked: 'The token is revoked, and the sessions that were made from it are ended.',
  },
}
