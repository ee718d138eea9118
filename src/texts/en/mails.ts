import { formats } from '../format.ts'

/** What a mail is written with: the site, its link if it has one, and the facts of its sender. */
type Facts = { site: string; link: string } & Readonly<Record<string, string>>

/** Mails, by the name of their template. They are plain text. */
export const mails = {
  verify: {
    subject: 'Verify your e-mail address',
    text: ({ username, link, site }: Facts) => `Hello ${username},

please verify your e-mail address for Reelcommons by following this link within 24 hours:

${link}

If you did not sign up at ${site}, ignore this mail.
`,
  },
  taken: {
    subject: 'You have an account already',
    text: ({ site }: Facts) => `Hello,

somebody, probably you, signed up at Reelcommons with this e-mail address. It belongs to an account already, so that
the new one cannot be verified.

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
  emailChange: {
    subject: 'Verify your new e-mail address',
    text: ({ username, link }: Facts) => `Hello ${username},

this becomes the e-mail address of your account at Reelcommons when you follow this link within 24 hours:

${link}

If you did not ask for it, ignore this mail.
`,
  },
  emailTaken: {
    subject: 'Your e-mail address was entered for another account',
    text: ({ site }: Facts) => `Hello,

somebody, probably you, wants to use this e-mail address for another account at Reelcommons. It belongs to your account
already, so that nothing was changed.

Sign in to your account:      ${site}/login

If it was not you, ignore this mail.
`,
  },
  emailChangeAsked: {
    subject: 'Your e-mail address is about to change',
    text: ({ username, site }: Facts) => `Hello ${username},

somebody who knows your password asked for another e-mail address for your account at Reelcommons. A link was sent to
that address; yours stays until it is followed.

If it was not you, choose another password now: ${site}/password/forgotten
`,
  },
  emailChanged: {
    subject: 'Your e-mail address was changed',
    text: ({ username, site }: Facts) => `Hello ${username},

your account at Reelcommons has another e-mail address now. This is the last mail to this one.

If it was not you, write to whoever runs ${site}.
`,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    text: ({ username, site }: Facts) => `Hello ${username},

the password of your account at Reelcommons was changed.

If it was not you, choose another one now: ${site}/password/forgotten
`,
  },
  accountDeleted: {
    subject: 'Your account is deleted',
    text: ({ username, site }: Facts) => `Hello ${username},

your account at Reelcommons is deleted, as somebody who knows your password asked for.

If it was not you, write to whoever runs ${site}.
`,
  },
}
