/** What the checks of an installation say, on *Setup* and in `reelcommons doctor`. Backticks mark what is typed. */
export const checks = {
  says: {
    reached: (place: string) => `The server listens on ${place}, which other devices can reach.`,
    behind_proxy: (place: string) => `The server listens on ${place}, behind a proxy.`,
    site_not_needed: '`site` is not set, so replies name the host that was asked.',
    site_set: (site: string) => `Replies and e-mails link to ${site}.`,
    no_certificate: 'The server itself speaks http.',
    certificate_valid: (file: string, names: string, days: string) =>
      `${file} is for ${names} and valid for ${days} more days.`,
    answers: (address: string) => `A server answers at ${address}.`,
    answers_encrypted: (address: string, names: string) =>
      `A server answers at ${address}, with the certificate in the settings for ${names}.`,
    answers_badly: (address: string, status: string) => `The server at ${address} answers with status ${status}.`,
    answers_nothing: (address: string) => `No server answers at ${address}.`,
    shows_another: (address: string, name: string, names: string, end: string) =>
      `The server at ${address} does not use the certificate in the settings for ${name}, but one for ` +
      `${names} that is valid until ${end}.`,
    disk_free: (size: string, folder: string) => `${size} MiB are free on the disk of ${folder}.`,
    disk_full: (size: string, folder: string, wanted: string) =>
      `${size} MiB are free on the disk of ${folder}, and ${wanted} MiB are needed.`,
    no_mail: 'E-mails are not sent, but written to the data folder.',
    mail_works: 'The mail server answers.',
    mail_fails: (why: string) => `The mail server does not accept e-mails: ${why}`,
    signups_open: 'Everyone can sign up.',
    signups_invitation: 'Only people with an invitation can sign up.',
    signups_closed: 'Sign-up is closed. Create accounts with `reelcommons account create`.',
    signups_need_mail: 'People can sign up, but get no e-mail to verify their address.',
    no_sample: 'The catalogue has no sample.',
    sample: 'The sample catalogue is still there.',
    has_titles: (engine: string) => `The catalogue can be read (${engine}) and has titles.`,
    has_sample_only: (engine: string) =>
      `The catalogue can be read (${engine}). Its titles may be those of the sample.`,
    empty: (engine: string) => `The catalogue can be read (${engine}). It has no movies and no series.`,
    pictures_well: (count: string) => `${count} pictures are stored, and none is missing or damaged.`,
    pictures_ill: (count: string) => `${count} pictures are missing, damaged or not used.`,
    app_asked: 'An app has used its key.',
    no_app_asked: 'No app has used its key yet.',
    no_key: 'No app has a key yet.',
    keys: (dialect: string, count: string) => `Valid keys of the dialect ${dialect}: ${count}.`,
    no_neutral_key: 'There is no valid key of the dialect neutral.',
    no_common_key: 'There is no valid key of the dialect common.',
    no_shared_key: 'Apps of `appHosts` have no key to share.',
    codes_encrypted: (count: string) =>
      `The secrets of one-time codes are encrypted. Accounts that have them: ${count}.`,
    codes_lost: (count: string) =>
      `Accounts whose one-time codes cannot be checked because \`secretKey\` has changed: ${count}.`,
    codes_readable: (count: string) =>
      '`secretKey` is not set, so the secrets of one-time codes are unencrypted in the database and its ' +
      `backups. Accounts that have codes: ${count}.`,
    codes_from_before: (count: string) =>
      `Secrets of one-time codes that are still unencrypted because they are older than \`secretKey\`: ${count}.`,
  },
  /** What to do, for those that have something to do. */
  remedy: {
    answers_badly: 'See its log.',
    answers_nothing: 'Start it with `reelcommons serve` and these settings.',
    shows_another:
      'Another program may be listening there, or the server was started with other settings: restart it with these.',
    disk_full: 'Free some space: otherwise new pictures or all writes are refused.',
    no_mail: 'Set `smtp` to the address of a mail server.',
    mail_fails: 'Correct `smtp`.',
    signups_need_mail: 'Set `smtp`, or close sign-up with `signups`.',
    sample: 'Remove it with `reelcommons sample remove` when you no longer need it.',
    has_sample_only: 'Fill it with your own under *Fill the catalogue*, or with `reelcommons import`.',
    empty: 'Fill it under *Fill the catalogue*, or with `reelcommons import`.',
    pictures_ill: '`reelcommons doctor images` lists them.',
    no_app_asked: 'Test it under *Settings → Connect*.',
    no_key: 'Create one under *Settings → Connect*, or with `reelcommons key create`.',
    no_neutral_key:
      'For programs that follow the specification: `reelcommons key create --name N --plan developer --dialect ' +
      'neutral`.',
    no_common_key: 'For existing apps: `reelcommons key create --name N --plan developer --dialect common`.',
    no_shared_key: 'Restart the server with `appHosts`.',
    codes_lost: 'Set `secretKey` to its earlier value, or run `reelcommons account remove-codes`.',
    codes_readable: 'Set `secretKey` to a random text, such as `openssl rand -hex 32` makes, and keep it.',
    codes_from_before: 'Each one is encrypted the next time its owner signs in.',
  },
}
