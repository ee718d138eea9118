import { formats } from '../../format.ts'

/** What a mail is written with: the site, its link where it has one, and whatever its sender says. */
type Facts = { site: string; link: string } & Readonly<Record<string, string>>

/** Mails, by the name of their template. They are plain text. */
export const mails = {
  verify: {
    subject: 'Confirm your e-mail address',
    text: ({ username, link, site }: Facts) => `Hello ${username},

please confirm your e-mail address for Reelcommons by following this link within 24 hours:

${link}

If you did not sign up at ${site}, ignore this mail.
`,
  },
  taken: {
    subject: 'You have an account already',
    text: ({ site }: Facts) => `Hello,

somebody, probably you, signed up at Reelcommons with this e-mail address. It belongs to an account already, so that
the new one cannot be confirmed.

Sign in to your account:      ${site}/login
Choose another password:      ${site}/password/forgotten

If it was not you, ignore this mail.
`,
  },
  reset: {
    subject: 'Choose a new password',
    text: ({ username, link }: Facts) => `Hello ${username},

with this link you choose a new password for Reelcommons. It works once, for an hour:

${link}

If you did not ask for it, ignore this mail: your password stays as it is.
`,
  },
  key_made: {
    subject: 'Your new API key',
    text: ({ username, name, last_four, site }: Facts) => `Hello ${username},

a key for ${name} was made at Reelcommons. It ends in ${last_four}. You saw it in full when it was made.

Your keys: ${site}/settings/api

If you did not ask for it, revoke it there and change your password.
`,
  },
  key_replaced: {
    subject: 'A new API key replaces an old one',
    text: ({ username, name, last_four, ends_at = '', site }: Facts) => `Hello ${username},

${name} has a new key at Reelcommons. It ends in ${last_four}. The key before is valid until
${formats.en.time(ends_at)}.

Your keys: ${site}/settings/api

If you did not ask for it, revoke it there and change your password.
`,
  },
}
