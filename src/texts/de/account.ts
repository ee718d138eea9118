import type { account as english } from '../en/account.ts'

export const account: typeof english = {
  signUp: {
    title: 'Registrieren',
    lead: 'Mit einem Konto gibt es eine Merkliste, eigene Rezensionen und Schlüssel für die API. Es kostet nichts.',
    username: 'Benutzername',
    usernameHint: '2 bis 32 Buchstaben von a bis z, Ziffern, Punkte, Binde- und Unterstriche. Andere sehen ihn.',
    email: 'E-Mail-Adresse',
    emailHint: 'Wir senden einen Link dorthin, dem man einmal folgt. Niemand sonst sieht sie.',
    password: 'Passwort',
    passwordHint:
      'Mindestens 12 Zeichen. Mehrere Wörter hintereinander sind leicht zu merken; ' +
      'Passwörter, die viele haben, werden abgelehnt.',
    repeat: 'Noch einmal dasselbe Passwort',
    submit: 'Registrieren',
    haveAccount: 'Schon ein Konto?',
    taken: 'Dieser Benutzername ist vergeben. Bitte einen anderen wählen.',
    different: 'Die beiden Passwörter sind verschieden.',
  },
  faults: {
    username:
      'Ein Benutzername hat 2 bis 32 Buchstaben von a bis z, Ziffern, Punkte, Binde- und Unterstriche ' +
      'und beginnt mit einem Buchstaben oder einer Ziffer.',
    name: 'Ein Name hat höchstens 100 Zeichen und keine Steuerzeichen.',
    email: 'Eine E-Mail-Adresse hat die Form name@rechner und höchstens 254 Zeichen.',
    passwordTooShort: 'Ein Passwort hat mindestens 12 Zeichen.',
    passwordTooLong: 'Ein Passwort hat höchstens 256 Zeichen.',
    passwordCommon: 'Dieses Passwort gehört zu denen, die zuerst probiert werden. Bitte ein eigenes ausdenken.',
  },
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    sent: (email) => `Wir haben eine Mail an ${email} gesendet. Der Link darin gilt 24 Stunden und einmal.`,
    nothingArrived: 'Nichts angekommen? Vielleicht liegt sie bei unerwünschter Post, oder wir senden sie noch einmal.',
    again: 'Noch einmal senden',
    doneTitle: 'Die E-Mail-Adresse ist bestätigt',
    isVerified: (email) => `${email} ist bestätigt. Ab jetzt steht alles offen.`,
    toKeys: 'Schlüssel für die API holen',
    toCatalogue: 'Zum Katalog',
    banner: 'Die E-Mail-Adresse ist noch nicht bestätigt.',
    bannerLink: 'Bestätigen',
    confirmTitle: 'Noch ein Schritt',
    confirmText: 'Bestätigen, dass dies die eigene E-Mail-Adresse ist.',
    confirm: 'Adresse bestätigen',
    overTitle: 'Dieser Link gilt nicht mehr',
    overText: 'Er wurde schon benutzt oder ist älter als 24 Stunden. Nach dem Anmelden lässt sich ein neuer senden.',
    takenTitle: 'Diese Adresse gehört zu einem anderen Konto',
    takenText: 'Ein anderes Konto hat sie inzwischen bestätigt. Bitte dort anmelden oder eine andere Adresse nehmen.',
  },
  signIn: {
    title: 'Anmelden',
    name: 'Benutzername oder E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    noAccount: 'Neu hier?',
    wrong: 'Benutzername, Adresse oder Passwort ist falsch.',
    disabled: 'Dieses Konto ist gesperrt. Bitte an die Betreiber dieses Servers schreiben.',
    missingName: 'Bitte Benutzername oder E-Mail-Adresse eingeben.',
    missingPassword: 'Bitte das Passwort eingeben.',
  },
  forgotten: {
    title: 'Passwort vergessen',
    lead: 'Bitte die E-Mail-Adresse des Kontos eingeben. Wir senden einen Link, um ein neues Passwort zu wählen.',
    email: 'E-Mail-Adresse',
    submit: 'Link senden',
  },
  reset: {
    title: 'Neues Passwort wählen',
    lead: (username) => `Für das Konto ${username}. Es wird in allen Browsern abgemeldet.`,
    submit: 'Passwort speichern',
    overTitle: 'Dieser Link gilt nicht mehr',
    overText: 'Er wurde schon benutzt oder ist älter als eine Stunde.',
    again: 'Neuen Link senden',
  },
  wait: (seconds) => {
    if (seconds === 1) return 'Bitte eine Sekunde warten.'
    return seconds < 90 ? `Bitte ${seconds} Sekunden warten.` : `Bitte ${Math.ceil(seconds / 60)} Minuten warten.`
  },
  backToForm: 'Zurück zum Formular',
  orByMail:
    'Es geht auch ohne Warten: Ein Link per E-Mail führt zu einem neuen Passwort, mit dem die Anmeldung gelingt.',
  sendLink: 'Link zuschicken',
  notices: {
    signedIn: 'Die Anmeldung hat geklappt.',
    signedOut: 'Die Abmeldung hat geklappt.',
    mailSent: 'Die Mail ist unterwegs.',
    verified: 'Die E-Mail-Adresse ist bestätigt.',
    resetSent: 'Falls ein Konto diese Adresse hat, ist eine Mail mit einem Link unterwegs. Er gilt eine Stunde.',
    passwordChanged: 'Das neue Passwort ist gespeichert und gilt ab jetzt.',
  },
}
