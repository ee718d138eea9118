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
  lead: 'An application needs a key to use the API of this catalogue. Give each application its own.',
  apply: 'Apply for a key',
  none: 'You have no key yet',
  noneText: 'Tell us about your application, and you get a key at once.',
  full: (most: number) => `You have ${most} keys, which is the most for an account. Revoke one that you no longer use.`,
  unverified: 'Your e-mail address is not verified yet',
  unverifiedText: 'Follow the link in the mail that we sent you. After that you can get a key.',
  plans: { developer: 'Developer', professional: 'Professional' },
  planHints: {
    developer: 'For trying things out, for personal use and for small applications.',
    professional: 'For applications that many people use at the same time.',
  },
  perSecond: (limit: string) => (limit === '1' ? 'One request per second' : `Up to ${limit} requests per second`),
  noLimit: 'Any number of requests per second',
  key: 'Key',
  endsIn: (lastFour: string) => `ends in ${lastFour}`,
  plan: 'Plan',
  opens: 'Opens',
  opensPlex: 'The addresses for Plex',
  dialectLabel: 'Field names',
  dialects: { neutral: 'As the specification says', common: 'As existing apps expect' },
  dialectHints: {
    neutral: 'For apps that you write yourself, with the names of the reference on this server.',
    common: 'For apps that were made for other servers with this interface and expect names such as imdb_id.',
  },
  languagesLabel: 'Languages',
  noLanguages: 'English, if a request names none',
  languagesHint: (most: number) =>
    `Up to ${most} codes such as pt-BR, pt-PT, es. Requests that name no language get each text in the first of them ` +
    'that has it, else in the original one. It may be empty: then they get English.',
  languagesTitle: (name: string) => `Languages of ${name}`,
  languagesText: 'They apply to requests with this key that do not name a language themselves.',
  languages: 'Languages',
  saveLanguages: 'Save languages',
  created: 'Created',
  lastUsed: 'Last used',
  neverUsed: 'never',
  lastDay: 'Requests, last 24 hours',
  lastMonth: 'Requests, last 30 days',
  ofThemRefused: (count: string) => `${count} of them over the limit`,
  chart: (month: string, most: string, day: string) =>
    `Requests per day in the last 30 days: ${month} in total, at most ${most} on ${day}.`,
  replace: 'New key',
  revoke: 'Revoke',
  suspended:
    'Suspended: requests with this key are refused. Contact the people who run this server if you think that this ' +
    'is a mistake.',
  replaced: (time: string) => `Replaced by a new key. This one is valid until ${time}.`,
  stopped: 'Keys that are no longer valid',
  revokedAt: (time: string) => `revoked on ${time}`,
  endedAt: (time: string) => `replaced, expired on ${time}`,
  forKey: (name: string, lastFour: string) => `${name}, key ending in ${lastFour}`,

  applyTitle: 'Apply for an API key',
  applyLead: 'Only the languages may stay empty. You get the key as soon as you send the form.',
  planLabel: 'Plan',
  name: 'Name of the application',
  applicationAddress: 'Address of the application',
  applicationAddressHint: 'Where people find it or read about it: a website, or the page of its code.',
  kindOfUse: 'Kind of use',
  choose: 'Choose one',
  kindsOfUse: {
    website: 'Website',
    mobile: 'Mobile application',
    desktop: 'Desktop application',
    media_centre: 'Media centre',
    education: 'Education or research',
    other: 'Something else',
  },
  summary: 'What you want to do',
  summaryHint: (least: number, most: number) =>
    `In ${least} to ${most} characters: what the application does, and what it needs from the catalogue.`,
  contact: 'Contact',
  contactHint: 'An e-mail address at which the people who run this server can reach you about the application.',
  terms: 'Terms of use',
  termsList: [
    'Keep the key to yourself: do not publish it or pass it on.',
    'Stay within the limit of your plan, and cache replies where you can.',
    'Name the sources of what you show, as the licences of the catalogue require.',
    'The people who run this server may suspend a key that harms the server or other people.',
  ],
  acceptTerms: 'I accept these terms',
  send: 'Get the key',
  wrong: {
    plan: 'Choose one of the plans.',
    dialect: 'Choose which field names the key gets.',
    languages: 'Enter codes of languages such as pt-BR, pt-PT, es, or leave the field empty.',
    name: (most: number) => `Enter the name of the application, in one line of at most ${most} characters.`,
    application_address: (most: number) =>
      `Enter the address of the application. It begins with https:// or http:// and has at most ${most} ` +
      'characters.',
    kind_of_use: 'Choose a kind of use.',
    summary: (least: number, most: number) => `Describe what you want to do, in ${least} to ${most} characters.`,
    contact: 'Enter an e-mail address of the form name@host.',
    terms: 'Accept the terms of use.',
    overlap: (most: number) => `Choose from 0 to ${most} days.`,
    overlapFull: (most: number) =>
      `You have ${most} keys, which is the most for an account. Let the old key expire at once, or revoke one that ` +
      'you no longer use.',
  },

  madeTitle: 'Your new key',
  madeOnce: 'Copy the key now. It is shown in full only this once, because we do not store it.',
  shownAlready:
    'Your key was shown here once and is not stored. If you did not copy it, replace it with a new one in the list ' +
    'of your keys.',
  madeFor: (name: string) => `Key for ${name}`,
  tryIt: 'Try it',
  tryItText: 'This request checks that the key is valid:',
  oldEnds: (time: string) => `The old key is valid until ${time}.`,
  oldEnded: 'The old key is no longer valid.',
  toKeys: 'To your keys',

  replaceTitle: (name: string) => `New key for ${name}`,
  replaceText:
    'You get a new key with the same plan and field names, and the old one expires. People who are signed in with ' +
    'your application stay signed in.',
  overlap: 'How long the old key stays valid',
  overlapHint:
    'The time that you need to enter the new key everywhere. Choose “Not at all” if somebody else may know the old ' +
    'key.',
  overlapDays: (days: number) => (days === 0 ? 'Not at all' : days === 1 ? '1 day' : `${days} days`),
  replaceNow: 'Create the new key',
  revokeTitle: (name: string) => `Revoke the key of ${name}`,
  revokeText:
    'Requests with this key are refused from now on, and everybody who is signed in with it is signed out. ' +
    'This cannot be undone.',
  revokeNow: 'Revoke the key',
  cancel: 'Cancel',

  notificationsTitle: 'Notifications',
  noNotifications: 'No notifications yet',
  noNotificationsText:
    'You get a notification when one of your keys is created, replaced, suspended, restored or revoked, when an ' +
    'access token is created for your account, or when a moderator removes one of your reviews or hides one of your ' +
    'lists.',
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
    profile_hidden: ({ reason }) => `A moderator has hidden your profile. The reason: ${reason}`,
    profile_restored: () => 'A moderator has made your profile visible again.',
    review_removed: ({ title, reason }) => `A moderator removed your review of ${title}. The reason: ${reason}`,
    list_hidden: ({ title, reason }) => `A moderator hid your list ${title} from others. The reason: ${reason}`,
    list_text_hidden: ({ title, reason }) =>
      `A moderator hid the name and description of your list ${title} from others. The reason: ${reason}`,
    list_restored: ({ title }) => `Others can see your list ${title} again.`,
    lists_taken: ({ count, many, reason }) =>
      count === 1
        ? `A moderator hid a list of yours from others. The reason: ${reason}`
        : `A moderator hid ${many} lists of yours from others. The reason: ${reason}`,
    lists_given_back: ({ count, many }) =>
      count === 1 ? 'Others can see a list of yours again.' : `Others can see ${many} lists of yours again.`,
    ratings_taken: ({ count, many, reason }) =>
      count === 1
        ? `A moderator set a rating of yours aside, and it counts no longer. The reason: ${reason}`
        : `A moderator set ${many} ratings of yours aside, and they count no longer. The reason: ${reason}`,
    ratings_given_back: ({ count, many }) =>
      count === 1 ? 'A rating of yours is back.' : `${many} ratings of yours are back.`,
    edit_accepted: ({ title }) => `Your changes to ${title} were accepted.`,
    edit_refused: ({ title, reason }) => `Your changes to ${title} were not accepted. The reason: ${reason}`,
    edit_question: ({ title, reason }) => `Somebody has a question about your changes to ${title}: ${reason}`,
    edit_answered: ({ title, reason }) => `The author of the changes to ${title} has answered: ${reason}`,
    edits_overdue: ({ title }) => `Edits have been waiting for a week. The oldest is about ${title}.`,
    member_trusted: () =>
      'You are a trusted member now: more of your changes count at once, and you can look at edits.',
    report_upheld: ({ title, reason }) => `Thank you for your report about ${title}. The moderators agree: ${reason}`,
    report_dismissed: ({ title, reason }) => `Your report about ${title} was looked at. The answer: ${reason}`,
    member_untrusted: ({ reason }) => `You are no longer a trusted member. The reason: ${reason}`,
    watched_record: ({ title, count, many }) =>
      count === 1 ? `${title}, which you watch, was edited.` : `${title}, which you watch, was edited ${many} times.`,
    watched_record_gone: ({ title }) => `${title}, which you watched, was deleted.`,
    watched_account: ({ name, title, count, many }) =>
      count === 1
        ? `${name}, whose edits you watch, edited ${title}.`
        : `${name}, whose edits you watch, made ${many} edits. The latest is of ${title}.`,
    watched_search: ({ title, query, count, many }) =>
      count === 1
        ? `Your watched search for “${query}” finds something new: ${title}.`
        : `Your watched search for “${query}” finds ${many} new records. The latest is ${title}.`,
    watched_edits: ({ title, count, many }) =>
      count === 1
        ? `A watched search of changes finds a new edit, of ${title}.`
        : `A watched search of changes finds ${many} new edits. The latest is of ${title}.`,
  } satisfies Record<string, (about: About) => string>,

  allTitle: 'All API keys',
  found: (total: string) => (total === '1' ? '1 key' : `${total} keys`),
  searchKeys: 'Find keys',
  searchHint: 'The beginning of an application’s or a user’s name, or the last four characters of a key.',
  search: 'Find',
  noneFound: 'No key found',
  noneFoundText: 'Try the beginning of the name, or fewer letters.',
  application: 'Application',
  holder: 'Account',
  holderSuspended: 'suspended',
  ofCommandLine: 'created on the command line',
  state: 'State',
  states: { valid: 'Valid', suspended: 'Suspended', revoked: 'Revoked', replaced: 'Being replaced', ended: 'Replaced' },
  actions: 'Actions',
  suspend: 'Suspend',
  restore: 'Restore',
  notices: {
    languagesChanged: 'The languages of the key are saved.',
    gone: 'This key is no longer valid, or it is being replaced already.',
    revoked: 'The key is revoked.',
    suspended: 'The key is suspended.',
    restored: 'The key is valid again.',
    unchanged: 'Nothing was changed: the key is no longer in that state.',
    read: 'All notifications are marked as read.',
  },
}
