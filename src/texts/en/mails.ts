import { formatOf } from '../format.ts'
import { newsIn } from '../news.ts'

/** What a mail is written with: the site and its name, its link if it has one, and the facts of its sender. */
type Facts = { site: string; siteName: string; link: string } & Readonly<Record<string, string>>

/** Mails, by the name of their template. They are plain text. */
export const mails = {
  test: {
    subject: 'Test e-mail',
    text: ({ username, site, siteName }: Facts) => `Hello ${username},

this is the test e-mail of ${siteName} (${site}). E-mails arrive.
`,
  },
  verify: {
    subject: 'Verify your e-mail address',
    text: ({ username, link, site, siteName }: Facts) => `Hello ${username},

follow this link within 24 hours to verify your e-mail address for ${siteName}:

${link}

If you did not sign up at ${site}, ignore this e-mail.
`,
  },
  taken: {
    subject: 'You already have an account',
    text: ({ site, siteName }: Facts) => `Hello,

someone, probably you, signed up at ${siteName} with this e-mail address. It already belongs to an account, so the new
one cannot be verified.

Sign in to your account:      ${site}/login
Choose a new password:        ${site}/password/forgotten

If it was not you, ignore this e-mail.
`,
  },
  watched: {
    subject: 'News about what you follow',
    text: ({ username, news = '[]', more, link, site, siteName }: Facts) => `Hello ${username},

here is what is new in what you follow at ${siteName}:

${newsIn(news, site)}
${more ? `\nThere is more: ${site}/notifications\n` : ''}
What you follow: ${site}/watching

You asked for this e-mail and get it at most once a day. Unsubscribe:

${link}
`,
  },
  reset: {
    subject: 'Choose a new password',
    text: ({ username, link, siteName }: Facts) => `Hello ${username},

follow this link to choose a new password for ${siteName}. It works once and expires in an hour:

${link}

If you did not ask for it, ignore this e-mail. Your password stays as it is.
`,
  },
  handed: {
    subject: 'Choose a new password',
    text: ({ username, link, siteName }: Facts) => `Hello ${username},

an administrator of ${siteName} sends you this link, with which you choose a new password. It works once, within three
days:

${link}

If you asked nobody for it, ignore this e-mail. Your password stays as it is.
`,
  },
  key_made: {
    subject: 'Your new API key',
    text: ({ username, name, last_four, site, siteName }: Facts) => `Hello ${username},

a key for ${name} was created at ${siteName}. It ends in ${last_four}.

Your keys: ${site}/settings/api

If it was not you, revoke it there and change your password.
`,
  },
  key_replaced: {
    subject: 'A new API key replaces an old one',
    text: ({ username, name, last_four, ends_at = '', site, siteName }: Facts) => `Hello ${username},

${name} has a new key at ${siteName}. It ends in ${last_four}. The old key is valid until
${formatOf('en').time(ends_at)}.

Your keys: ${site}/settings/api

If it was not you, revoke it there and change your password.
`,
  },
  token_made: {
    subject: 'Your new access token',
    text: ({ username, name, last_four, site, siteName }: Facts) => `Hello ${username},

an access token was created for your account at ${siteName}: ${name}. It ends in ${last_four}. Whoever has it can use
your account.

Your tokens: ${site}/settings/tokens

If it was not you, revoke it there and change your password.
`,
  },
  emailChange: {
    subject: 'Verify your new e-mail address',
    text: ({ username, link, siteName }: Facts) => `Hello ${username},

follow this link within 24 hours to make this the e-mail address of your account at ${siteName}:

${link}

If you did not ask for it, ignore this e-mail.
`,
  },
  emailTaken: {
    subject: 'Your e-mail address was entered for another account',
    text: ({ site, siteName }: Facts) => `Hello,

someone, probably you, wants to use this e-mail address for another account at ${siteName}. It already belongs to your
account, so nothing was changed.

Sign in to your account:      ${site}/login

If it was not you, ignore this e-mail.
`,
  },
  emailChangeAsked: {
    subject: 'Your e-mail address is about to change',
    text: ({ username, site, siteName }: Facts) => `Hello ${username},

someone who knows your password wants to change the e-mail address of your account at ${siteName}. We sent a link to the
new address. Your address stays the same until that link is followed.

If it was not you, choose a new password now: ${site}/password/forgotten
`,
  },
  emailChanged: {
    subject: 'Your e-mail address was changed',
    text: ({ username, site, siteName }: Facts) => `Hello ${username},

your account at ${siteName} has a new e-mail address. This is the last e-mail to this address.

If it was not you, contact the people who run ${site}.
`,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    text: ({ username, site, siteName }: Facts) => `Hello ${username},

the password of your account at ${siteName} was changed. All other devices are signed out, and apps have lost
their access.

See what else opens your account, such as passkeys and access tokens: ${site}/settings/account/access

If it was not you, choose a new one now: ${site}/password/forgotten
`,
  },
  codesOn: {
    subject: 'One-time codes are on',
    text: ({ username, site, siteName }: Facts) => `Hello ${username},

signing in to your account at ${siteName} with your password now takes a one-time code, too.

If it was not you, choose a new password now and contact the people who run the site:
${site}/password/forgotten
`,
  },
  codesOff: {
    subject: 'One-time codes are off',
    text: ({ username, site, siteName }: Facts) => `Hello ${username},

one-time codes of your account at ${siteName} were turned off. Your password alone is enough to sign in.

If you did not ask for it, choose a new password now: ${site}/password/forgotten
`,
  },
  recoveryCodesMade: {
    subject: 'You have new recovery codes',
    text: ({ username, site, siteName }: Facts) => `Hello ${username},

new recovery codes were created for your account at ${siteName}. The earlier ones no longer work.

If it was not you, choose a new password now: ${site}/password/forgotten
`,
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    text: ({ username, left = '', site, siteName }: Facts) => `Hello ${username},

somebody who knows your password used one of the recovery codes of your account at ${siteName}. Codes that are left:
${left}. You can create new ones here: ${site}/settings/account

If it was not you, choose a new password now: ${site}/password/forgotten
`,
  },
  passkeyAdded: {
    subject: 'A passkey was added',
    text: ({ username, name, site, siteName }: Facts) => `Hello ${username},

a passkey was added to your account at ${siteName}: ${name}. Whoever has it can sign in without your password.

If it was not you, remove it here and choose a new password: ${site}/settings/account
`,
  },
  passkeyRemoved: {
    subject: 'A passkey was removed',
    text: ({ username, name, site, siteName }: Facts) => `Hello ${username},

a passkey was removed from your account at ${siteName}: ${name}. It no longer signs you in.

If it was not you, choose a new password now: ${site}/password/forgotten
`,
  },
  accountDeleted: {
    subject: 'Your account is deleted',
    text: ({ username, site, siteName }: Facts) => `Hello ${username},

your account at ${siteName} was deleted. Someone who knows your password asked for it.

If it was not you, contact the people who run ${site}.
`,
  },
}
