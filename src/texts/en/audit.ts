import type { ActKind } from '#src/audit/acts.ts'
import type { SecurityEventKind } from '#src/contract/security-events.ts'

/** The audit log of administrators, and the activity of one's own account. */
export const audit = {
  title: 'Audit log',
  lead: (days: number) =>
    'What administrators, moderators and operators on the command line did to accounts, keys and contributions of ' +
    `others. Entries are deleted after ${days} days.`,
  filter: 'Filter the audit log',
  show: 'Show',
  kind: 'Action',
  anyKind: 'Any action',
  person: 'User name',
  personHint: 'Finds what this account did, and what was done to it.',
  noneTitle: 'No entry found',
  noneText: 'Choose any action and leave the user name empty to see the whole log.',
  older: 'Older entries',
  time: 'Time',
  actor: 'Done by',
  details: 'Details',
  reason: 'Reason',
  reasonHint: 'It stays in the audit log for two years. It may be empty.',
  commandLine: 'Command line',
  deletedAccount: 'Deleted account',
  account: (name: string) => `Account ${name}`,
  key: (name: string, lastFour: string) => `Key “${name}” (…${lastFour})`,
  role: (before: string | undefined, role: string) => (before ? `${before} → ${role}` : role),
  record: 'Record',
  acts: {
    account_made: 'Account created',
    account_suspended: 'Account suspended',
    account_restored: 'Account restored',
    role_changed: 'Role changed',
    session_made: 'Session created',
    key_made: 'API key created',
    key_languages_changed: 'Languages of an API key changed',
    key_suspended: 'API key suspended',
    key_restored: 'API key restored',
    key_revoked: 'API key revoked',
    review_removed: 'Review removed',
    list_hidden: 'List hidden',
    list_restored: 'List shown again',
    image_described: 'Image description changed',
    image_removed: 'Image removed',
    image_restored: 'Image restored',
  } satisfies Record<ActKind, string>,
  activity: {
    lead: (days: number) =>
      `Sign-ins and changes to how your account is used, from the last ${days} days. If you do not recognise ` +
      'something, change your password.',
    noneTitle: 'Nothing yet',
    noneText: 'Sign-ins, new passwords, keys and access tokens appear here.',
    network: (network: string) => `From ${network}`,
    application: (name: string) => `Application “${name}”`,
    key: (name: string) => `Key “${name}”`,
  },
  events: {
    sign_in_failed: 'Wrong password',
    signed_in: 'Signed in',
    session_made: 'Application signed in',
    password_changed: 'Password changed',
    email_changed: 'E-mail address changed',
    key_made: 'API key created',
    key_replaced: 'API key replaced',
    token_made: 'Access token created',
    token_revoked: 'Access token revoked',
  } satisfies Record<SecurityEventKind, string>,
}
