/** What the checks of an installation say, on *Setup* and in `reelcommons doctor`. Backticks mark what is typed. */
export const checks = {
  says: {
    reached: (place: string) => `Other devices can reach the server. It listens on ${place}.`,
    behind_proxy: (place: string) => `Other devices reach the server through a proxy. It listens on ${place}.`,
    site_not_needed: 'Links lead to the address under which the server was opened.',
    site_set: (site: string) => `Replies and e-mails link to ${site}.`,
    no_certificate:
      'The server answers without encryption (http). That is enough at home and behind a proxy that encrypts.',
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
    disk_free: (size: string, folder: string) => `${size} are free on the disk of ${folder}.`,
    disk_full: (size: string, folder: string, wanted: string) =>
      `${size} are free on the disk of ${folder}, and ${wanted} are needed.`,
    disk_read_only: (place: string) => `The disk with ${place} is read-only (EROFS).`,
    disk_of_another: (place: string, code: string, user: string, owner: string) =>
      `The user ${user} cannot write ${place} (${code}), which belongs to the user with the id ${owner}.`,
    no_mail: (folder: string) => `The server sends no e-mails. It writes them to the folder ${folder}.`,
    mail_works: 'The mail server answers.',
    mail_fails: (why: string) => `The mail server does not accept e-mails: ${why}`,
    signups_open: 'Everyone can sign up.',
    signups_invitation: 'Only people with an invitation can sign up.',
    signups_closed: 'Sign-up is closed. You add accounts under *Accounts*.',
    signups_need_mail: 'Everyone can sign up, but gets no e-mail to verify their address.',
    signups_unsent:
      'Only people with an invitation can sign up. If they give an e-mail address, they get no e-mail: mark it as ' +
      'verified under *Accounts*.',
    no_sample: 'The catalogue has no sample.',
    sample: 'The sample catalogue is still there, with its real and invented titles.',
    has_titles: (engine: string) => `The catalogue has titles of your own. Database: ${engine}.`,
    has_sample_only: (engine: string) => `The catalogue has only the titles of the sample. Database: ${engine}.`,
    empty: (engine: string) => `The catalogue has no movies and no series yet. Database: ${engine}.`,
    search_complete: 'The search index is complete.',
    search_missing: 'The search index is not built yet, so searches find nothing.',
    search_rebuilding:
      'A new search index is being built. Until it is complete, the previous one answers, which may lack the latest ' +
      'changes.',
    pictures_well: (count: string) => `${count} pictures are stored, and none is missing or damaged.`,
    pictures_ill: (count: string) => `${count} pictures are missing, damaged or not used.`,
    app_asked: 'An app has used its key.',
    no_app_asked: 'No app has used its key yet.',
    no_key: 'No app has a key yet.',
    keys: (dialect: string, count: string) => `Valid keys of the dialect ${dialect}: ${count}.`,
    no_neutral_key: 'There is no valid key of the dialect neutral.',
    no_common_key: 'There is no valid key of the dialect common.',
    no_shared_key: 'The apps that use the names in `appHosts` have no key to share.',
    codes_encrypted: (count: string) =>
      'The secrets of one-time codes are encrypted in the database and its backups. Accounts that have codes: ' +
      `${count}.`,
    codes_lost: (count: string) =>
      'The secret key of the server is another one than before, so one-time codes cannot be checked. Accounts: ' +
      `${count}.`,
    codes_readable: (count: string) =>
      'The server has no secret key, so whoever gets hold of the database or a backup can make people’s one-time ' +
      `codes. Accounts that have codes: ${count}.`,
    codes_from_before: (count: string) =>
      `Some secrets of one-time codes are older than the secret key and still unencrypted. Accounts: ${count}.`,
    backups: (folder: string) =>
      'The server makes no backups by itself. This command makes one while it runs: ' +
      `\`npx reelcommons backup ${folder}\`. The page *Server* has a button for it.`,
    backup_made: (at: string) => `The last backup that the server knows of was made on ${at}.`,
  },
  /** What to do, for those that have something to do. */
  remedy: {
    answers_badly: 'See its log.',
    answers_nothing: 'Start it with `npx reelcommons serve` and these settings.',
    shows_another:
      'Another program may be listening there, or the server was started with other settings: restart it with these.',
    disk_full: 'Free some space: otherwise new pictures or all writes are refused.',
    disk_read_only: 'Mount it so that it can be written: until then only reads are answered.',
    disk_of_another:
      'Run the server as that user, or let its own user write the folder: until then only reads are answered.',
    no_mail:
      'To send them, set `REELCOMMONS_SMTP=smtps://name:password@host:465` in the environment, with the data of ' +
      'your mail account.',
    mail_fails: 'Correct `smtp`, which has the form `smtps://name:password@host:465`.',
    signups_need_mail:
      'Mark their addresses as verified under *Accounts*, or say under *Server* that people need an invitation, or ' +
      'that nobody can sign up.',
    sample:
      'When you no longer need it, remove it under *Server*, or with `npx reelcommons sample remove`. Titles that ' +
      'people have used stay.',
    has_sample_only: 'Add your own under *Fill the catalogue*, or with `npx reelcommons import --from auto FOLDER`.',
    empty: 'Fill it under *Fill the catalogue*, or with `npx reelcommons import --from auto FOLDER`.',
    search_missing:
      'A running server builds it by itself and says in its log when it is complete. Without one, `npx reelcommons ' +
      'search-index` builds it.',
    search_rebuilding:
      'A running server or `npx reelcommons search-index` completes it. If neither runs, start the server.',
    pictures_ill: '`npx reelcommons doctor images` lists them.',
    no_app_asked: 'Test it under *Settings → Connect*.',
    no_key:
      'Create one under *Settings → Connect*, or with `npx reelcommons key create --name NAME --plan developer ' +
      '--dialect common`.',
    no_neutral_key:
      'For programs that follow the specification: `npx reelcommons key create --name NAME --plan developer ' +
      '--dialect neutral`.',
    no_common_key: 'For existing apps: `npx reelcommons key create --name NAME --plan developer --dialect common`.',
    no_shared_key: 'Start the server again with the same `--app-hosts`: it creates the key.',
    codes_lost:
      'Start the server with the earlier key. If it is lost, remove the codes of each account with `npx reelcommons ' +
      'account remove-codes --username NAME`.',
    codes_readable:
      'Make a key once with `openssl rand -hex 32`, and set it as `REELCOMMONS_SECRET_KEY` in the environment at ' +
      'every start. Keep it apart from the backups.',
    codes_from_before: 'Each one is encrypted the next time its owner signs in.',
  },
}
