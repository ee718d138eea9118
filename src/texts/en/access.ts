/** What opens an account besides its password: the page that shows it, and offers to end it. */
export const access = {
  title: 'Access to your account',
  about: 'Passkeys, apps, access tokens, keys and secret addresses on one page, to look through and to end.',
  see: 'See all access',
  lead: 'Besides your password, this opens your account or something private in it. End what you do not recognise.',
  recovered: (time: string) =>
    `You got back into your account on ${time}. Whatever was set up before still works if it is listed here.`,
  banner: 'You got back into your account.',
  bannerLink: 'See what else opens it',
  kinds: {
    passkey: 'Passkey',
    app: 'App',
    token: 'Access token',
    key: 'API key',
    calendar: 'Calendar',
    list: 'List',
  },
  calendar: 'Secret address of your calendar',
  list: (name: string) => `Link to “${name}”`,
  since: (time: string) => `Since ${time}.`,
  end: 'End access',
  endAll: 'End all access',
  endAllText: 'Ends everything in this list and signs you out on all other devices.',
  codes: 'One-time codes are on, so your password alone does not sign anybody in.',
  none: 'Nothing else opens your account',
  noneText: 'Passkeys, apps, tokens, keys and secret addresses appear here.',
  keep: 'Keep the rest',
  goOn: 'Continue',
  unverified: 'Verify your e-mail address first',
  unverifiedText:
    'Until then, nothing can be added that opens your account, because the address may belong to somebody else.',
  notices: {
    ended: 'Access ended.',
    allEnded: 'All other access has ended, and all other devices are signed out.',
    passwordChanged: 'Password changed. All other devices are signed out, and apps have lost their access.',
  },
}
