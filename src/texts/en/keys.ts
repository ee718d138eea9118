/** The facts in a notification; those of other kinds are empty. */
type About = {
  name: string
  lastFour: string
  ends: string
  title: string
  reason: string
  query: string
  count: number
  many: string
}

/** Keys, their usage, and notifications. */
export const keys = {
  title: 'API keys',
  lead: 'An app needs a key to use the API of this catalogue. Give each app its own.',
  apply: 'Get a key',
  none: 'No keys yet',
  noneText: 'Tell us about your app, and you get a key right away.',
  full: (most: number) =>
    `You have ${most} keys, the most that an account can have. Revoke one that you no longer use.`,
  unverified: 'Your e-mail address is not verified yet',
  unverifiedText: 'Once it is verified, you can get a key.',
  plans: { developer: 'Developer', professional: 'Professional' },
  planHints: {
    developer: 'For trying things out, personal use and small apps.',
    professional: 'For apps that many people use at the same time.',
  },
  perSecond: (limit: string) => (limit === '1' ? 'One request per second' : `Up to ${limit} requests per second`),
  noLimit: 'Any number of requests per second',
  key: 'Key',
  endsIn: (lastFour: string) => `ends in ${lastFour}`,
  plan: 'Plan',
  opens: 'Valid for',
  opensPlex: 'Only the addresses for Plex',
  dialectLabel: 'Field names',
  dialects: { neutral: 'As in our reference', common: 'As existing apps expect' },
  dialectHints: {
    neutral: 'For apps you write yourself, with the names in the API reference.',
    common: 'For apps made for other servers with this API, which expect names such as imdb_id.',
  },
  languagesLabel: 'Languages',
  noLanguages: 'English, unless a request names another',
  languagesHint: (most: number) =>
    `Optional. Up to ${most} codes, such as pt-BR, pt-PT, es. Requests that name no language get each text ` +
    'in the first of these that it exists in, or else in the original language. If empty, they get English.',
  appendedLabel: 'Appended languages',
  appendedHint:
    'Optional. For apps that always name a language: a text that is not there in that language comes in the first of ' +
    'these that has it.',
  appended: (languages: string) => `then ${languages}`,
  languagesTitle: (name: string) => `Languages of ${name}`,
  languagesText: 'For requests with this key.',
  languages: 'Languages',
  webhooks: 'Webhooks',
  saveLanguages: 'Save languages',
  created: 'Created',
  lastUsed: 'Last used',
  neverUsed: 'never',
  lastDay: 'Requests, last 24 hours',
  lastMonth: 'Requests, last 30 days',
  ofThemRefused: (count: string) => `${count} of them over the limit`,
  chart: (month: string, most: string, day: string) =>
    `Requests per day in the last 30 days: ${month} in total, at most ${most} on ${day}.`,
  replace: 'Replace',
  revoke: 'Revoke',
  suspended:
    'Suspended: requests with this key are refused. Contact the people who run this server if you think this is a ' +
    'mistake.',
  replaced: (time: string) => `Replaced by a new key. This one is valid until ${time}.`,
  stopped: 'Revoked and expired keys',
  revokedAt: (time: string) => `revoked on ${time}`,
  endedAt: (time: string) => `replaced, expired on ${time}`,
  forKey: (name: string, lastFour: string) => `${name}, key ending in ${lastFour}`,

  applyTitle: 'Get an API key',
  applyLead: 'Answer four questions, and you get the key right away.',
  forKnownApps: 'For an app that exists already, create the key under',
  more: 'More options',
  moreHint: 'You can leave all of this as it is.',
  planLabel: 'Plan',
  name: 'App name',
  nameHint: 'So that you can tell your keys apart. Any name will do.',
  applicationAddress: 'App address',
  applicationAddressHint: 'Optional. Where people find it or read about it: a website, or where its code is.',
  kindOfUse: 'Kind of use',
  choose: 'Choose one',
  kindsOfUse: {
    website: 'Website',
    mobile: 'Mobile app',
    desktop: 'Desktop app',
    media_centre: 'Media centre',
    education: 'Education or research',
    other: 'Something else',
  },
  summary: 'What you want to do',
  summaryHint: (least: number, most: number) =>
    `What the app does and what it needs from the catalogue, in ${least} to ${most} characters.`,
  contact: 'Contact e-mail address',
  contactHint: 'Where the people who run this server can reach you about the app.',
  terms: 'Terms of use',
  termsList: [
    'Keep the key secret: do not publish it or pass it on.',
    'Stay within the limit of your plan, and cache replies where you can.',
    'Credit the sources of what you show, as the catalogue’s licences require.',
    'The people who run this server may suspend a key that harms the server or other people.',
  ],
  acceptTerms: 'I accept these terms',
  send: 'Get key',
  wrong: {
    plan: 'Choose a plan.',
    dialect: 'Choose the field names.',
    languages: 'Enter language codes, such as pt-BR, pt-PT, es, or leave it empty.',
    appended_languages: 'Enter language codes, such as de, en, or leave it empty.',
    name: (most: number) => `Enter a name of at most ${most} characters.`,
    application_address: (most: number) =>
      `Enter an address that begins with https:// or http://, of at most ${most} characters, or leave it empty.`,
    kind_of_use: 'Choose a kind of use.',
    summary: (least: number, most: number) => `Describe what you want to do in ${least} to ${most} characters.`,
    contact: 'Enter an e-mail address, such as name@example.org.',
    terms: 'Accept the terms of use.',
    overlap: (most: number) => `Choose from 0 to ${most} days.`,
    overlapFull: (most: number) =>
      `You have ${most} keys, the most that an account can have. Let the old key expire right away, or revoke one ` +
      'that you no longer use.',
  },

  madeTitle: 'Your new key',
  madeOnce: 'Copy the key now. We do not store it, so it is shown only once.',
  shownAlready:
    'We do not store keys, so this one is not shown again. Not copied? Replace it in the list of your keys.',
  madeFor: (name: string) => `Key for ${name}`,
  tryIt: 'Try it',
  tryItText: 'This request checks your key:',
  oldEnds: (time: string) => `The old key is valid until ${time}.`,
  oldEnded: 'The old key has expired.',
  toKeys: 'Back to your keys',

  replaceTitle: (name: string) => `New key for ${name}`,
  replaceText:
    'You get a new key with the same plan and field names, and the old one expires. People signed in with your app ' +
    'stay signed in.',
  overlap: 'Keep the old key valid for',
  overlapHint: 'Time to enter the new key everywhere. Choose “No time” if someone else may know the old key.',
  overlapDays: (days: number) => (days === 0 ? 'No time' : days === 1 ? '1 day' : `${days} days`),
  replaceNow: 'Create new key',
  revokeTitle: (name: string) => `Revoke the key of ${name}`,
  revokeText:
    'Requests with this key will be refused, and everyone signed in with it will be signed out. This cannot be undone.',
  revokeNow: 'Revoke key',
  cancel: 'Cancel',

  notificationsTitle: 'Notifications',
  noNotifications: 'No notifications yet',
  toFollowed: 'See what you follow',
  noNotificationsText:
    'You are notified about your keys and access tokens, your edits, what you follow, and what moderators do to your ' +
    'reviews and lists.',
  unread: 'New',
  markRead: 'Mark all as read',
  toOwnKeys: 'Show keys',
  events: {
    key_made: ({ name, lastFour }) => `A key was created for ${name}. It ends in ${lastFour}.`,
    key_replaced: ({ name, lastFour, ends }) =>
      `${name} has a new key, which ends in ${lastFour}. The old one is valid until ${ends}.`,
    key_revoked: ({ name, lastFour }) => `An administrator revoked the key of ${name} that ends in ${lastFour}.`,
    key_suspended: ({ name, lastFour }) => `An administrator suspended the key of ${name} that ends in ${lastFour}.`,
    key_restored: ({ name, lastFour }) => `The key of ${name} that ends in ${lastFour} is valid again.`,
    token_made: ({ name, lastFour }) => `An access token was created: ${name}. It ends in ${lastFour}.`,
    password_link_made: () => 'An administrator created a link to choose a new password for your account.',
    password_set: () => 'Your password was replaced on the server’s command line.',
    profile_hidden: ({ reason }) => `A moderator hid your profile. Reason: ${reason}`,
    profile_restored: () => 'Your profile is visible again.',
    avatar_removed: ({ reason }) => `A moderator removed your picture. Reason: ${reason}`,
    review_removed: ({ title, reason }) => `A moderator removed your review of ${title}. Reason: ${reason}`,
    list_hidden: ({ title, reason }) => `A moderator hid your list ${title} from others. Reason: ${reason}`,
    list_text_hidden: ({ title, reason }) =>
      `A moderator hid the name and description of your list ${title}. Reason: ${reason}`,
    list_restored: ({ title }) => `Others can see your list ${title} again.`,
    lists_taken: ({ count, many, reason }) =>
      count === 1
        ? `A moderator hid one of your lists from others. Reason: ${reason}`
        : `A moderator hid ${many} of your lists from others. Reason: ${reason}`,
    lists_given_back: ({ count, many }) =>
      count === 1 ? 'Others can see one of your lists again.' : `Others can see ${many} of your lists again.`,
    ratings_taken: ({ count, many, reason }) =>
      count === 1
        ? `A moderator set one of your ratings aside, so it no longer counts. Reason: ${reason}`
        : `A moderator set ${many} of your ratings aside, so they no longer count. Reason: ${reason}`,
    ratings_given_back: ({ count, many }) =>
      count === 1 ? 'One of your ratings counts again.' : `${many} of your ratings count again.`,
    edit_accepted: ({ title }) => `Your edit of ${title} was accepted.`,
    edit_refused: ({ title, reason }) => `Your edit of ${title} was rejected. Reason: ${reason}`,
    edit_question: ({ title, reason }) => `There is a question about your edit of ${title}: ${reason}`,
    edit_answered: ({ title, reason }) => `The author of the edit of ${title} answered: ${reason}`,
    edits_overdue: ({ title }) => `Edits have been pending for a week. The oldest is of ${title}.`,
    member_trusted: () =>
      'You are a trusted member now: more of your edits go live right away, and you can check the edits of others.',
    report_upheld: ({ title, reason }) => `Thank you for reporting ${title}. The moderators agree: ${reason}`,
    report_dismissed: ({ title, reason }) =>
      `The moderators checked your report about ${title}. Their answer: ${reason}`,
    member_untrusted: ({ reason }) => `You are no longer a trusted member. Reason: ${reason}`,
    watched_record: ({ title, count, many }) =>
      count === 1 ? `${title}, which you follow, was edited.` : `${title}, which you follow, was edited ${many} times.`,
    watched_record_gone: ({ title }) => `${title}, which you followed, was deleted.`,
    watched_account: ({ name, title, count, many }) =>
      count === 1
        ? `${name}, whose edits you follow, edited ${title}.`
        : `${name}, whose edits you follow, made ${many} edits, the latest of ${title}.`,
    watched_search: ({ title, query, count, many }) =>
      count === 1
        ? `New for your search “${query}”: ${title}.`
        : `${many} new records for your search “${query}”, the latest ${title}.`,
    watched_edits: ({ title, count, many }) =>
      count === 1
        ? `A new edit matches what you follow: ${title}.`
        : `${many} new edits match what you follow, the latest of ${title}.`,
    review_liked: ({ name, title, count, many }) =>
      count === 1
        ? `${name || 'Somebody'} likes your review of ${title}.`
        : `${name || 'Somebody'} likes your review of ${title}, as do others: ${many} members.`,
    list_liked: ({ name, title, count, many }) =>
      count === 1
        ? `${name || 'Somebody'} likes your list “${title}”.`
        : `${name || 'Somebody'} likes your list “${title}”, as do others: ${many} members.`,
    list_invited: ({ name, title }) => `${name || 'Somebody'} invites you to keep the list “${title}” together.`,
    list_joined: ({ name, title }) => `${name || 'Somebody'} keeps the list “${title}” together with you now.`,
    webhook_off: ({ name }) =>
      `The webhook “${name}” was switched off, because nothing could be delivered to it for days.`,
    watched_list: ({ name, title, count, many }) => {
      if (name === '') return 'There are new titles on a list you follow, which is no longer public.'
      return count === 1
        ? `${title} was added to “${name}”, a list you follow.`
        : `${many} titles were added to “${name}”, a list you follow, the latest ${title}.`
    },
  } satisfies Record<string, (about: About) => string>,

  allTitle: 'All API keys',
  found: (total: string) => (total === '1' ? '1 key' : `${total} keys`),
  searchKeys: 'Find keys',
  searchHint: 'The beginning of an app or user name, or the last four characters of a key.',
  search: 'Find',
  noneFound: 'No key found',
  allKeys: 'Show all keys',
  noneFoundText: 'Try the beginning of the name, or fewer letters.',
  application: 'App',
  holder: 'Account',
  holderSuspended: 'suspended',
  ofCommandLine: 'created on the command line',
  state: 'State',
  states: { valid: 'Valid', suspended: 'Suspended', revoked: 'Revoked', replaced: 'Being replaced', ended: 'Replaced' },
  actions: 'Actions',
  suspend: 'Suspend',
  restore: 'Restore',
  notices: {
    languagesChanged: 'Languages saved.',
    gone: 'This key has expired or is already being replaced.',
    revoked: 'Key revoked.',
    suspended: 'Key suspended.',
    restored: 'The key is valid again.',
    unchanged: 'Nothing was changed: the state of the key has changed in the meantime.',
    read: 'All notifications are marked as read.',
  },
}
