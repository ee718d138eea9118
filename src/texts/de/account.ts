import type { account as english } from '../en/account.ts'

export const account: typeof english = {
  signUp: {
    title: 'Registrieren',
    lead: 'Mit einem kostenlosen Konto führen Sie eine Merkliste, schreiben Rezensionen und bekommen API-Schlüssel.',
    username: 'Benutzername',
    usernameHint: '2 bis 32 Buchstaben von a bis z, Ziffern, Punkte, Binde- und Unterstriche. Andere sehen ihn.',
    email: 'E-Mail-Adresse',
    emailHint: 'Wir senden Ihnen einen Link zur Bestätigung. Niemand sonst sieht die Adresse.',
    password: 'Passwort',
    passwordHint:
      'Mindestens 12 Zeichen. Mehrere Wörter hintereinander sind leicht zu merken; ' +
      'häufige Passwörter werden abgelehnt.',
    repeat: 'Passwort wiederholen',
    submit: 'Registrieren',
    haveAccount: 'Haben Sie schon ein Konto?',
    closed: 'Hier kann sich niemand registrieren. Konten legen diejenigen an, die diesen Server betreiben.',
    byInvitation:
      'Hier registriert man sich auf Einladung: Bitten Sie jemanden, der diesen Server betreibt, um einen Link. ' +
      'Jeder Link gilt einmal.',
    taken: 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
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
    passwordCommon: 'Dieses Passwort ist zu leicht zu erraten. Wählen Sie eines, auf das nur Sie kommen.',
  },
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    sent: (email) =>
      `Wir haben eine E-Mail an ${email} gesendet. Folgen Sie dem Link darin innerhalb von 24 Stunden; er gilt einmal.`,
    nothingArrived: 'Noch keine E-Mail? Sehen Sie im Spam-Ordner nach, oder lassen Sie sie noch einmal senden.',
    again: 'Noch einmal senden',
    doneTitle: 'Ihre E-Mail-Adresse ist bestätigt',
    isVerified: (email) => `${email} ist bestätigt. Sie können jetzt alles benutzen.`,
    toKeys: 'Einen API-Schlüssel holen',
    toCatalogue: 'Zum Katalog',
    banner: 'Ihre E-Mail-Adresse ist noch nicht bestätigt.',
    bannerLink: 'Bestätigen',
    confirmTitle: 'Noch ein Schritt',
    confirmText: 'Bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse ist.',
    confirm: 'Adresse bestätigen',
    overTitle: 'Dieser Link ist nicht mehr gültig',
    overText:
      'Er wurde schon benutzt oder ist älter als 24 Stunden. Melden Sie sich an, um einen neuen Link zu bekommen.',
    takenTitle: 'Diese Adresse gehört zu einem anderen Konto',
    takenText:
      'Ein anderes Konto hat sie inzwischen bestätigt. Melden Sie sich dort an, oder nehmen Sie eine andere Adresse.',
  },
  signIn: {
    title: 'Anmelden',
    name: 'Benutzername oder E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    noAccount: 'Neu hier?',
    wrong: 'Der Benutzername, die Adresse oder das Passwort ist falsch.',
    disabled: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an die Betreiber dieses Servers.',
    missingName: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein.',
    missingPassword: 'Geben Sie Ihr Passwort ein.',
  },
  forgotten: {
    title: 'Passwort vergessen',
    lead: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link für ein neues Passwort.',
    email: 'E-Mail-Adresse',
    submit: 'Link senden',
  },
  reset: {
    title: 'Neues Passwort wählen',
    lead: (username) => `Für das Konto ${username}. Sie werden auf allen Geräten abgemeldet.`,
    submit: 'Passwort speichern',
    overTitle: 'Dieser Link ist nicht mehr gültig',
    overText: 'Er wurde schon benutzt oder ist älter als eine Stunde.',
    again: 'Neuen Link anfordern',
  },
  wait: (seconds) => {
    if (seconds === 1) return 'Bitte warten Sie eine Sekunde.'
    return seconds < 90
      ? `Bitte warten Sie ${seconds} Sekunden.`
      : `Bitte warten Sie ${Math.ceil(seconds / 60)} Minuten.`
  },
  backToForm: 'Zurück zum Formular',
  orByMail: 'Sie müssen nicht warten: Wir können Ihnen einen Link senden, um ein neues Passwort zu wählen.',
  sendLink: 'Link senden',
  notices: {
    signedIn: 'Sie sind angemeldet.',
    signedOut: 'Sie sind abgemeldet.',
    mailSent: 'Die E-Mail ist unterwegs.',
    verified: 'Ihre E-Mail-Adresse ist bestätigt.',
    resetSent: 'Wenn ein Konto diese Adresse hat, ist eine E-Mail mit einem Link unterwegs. Er gilt eine Stunde.',
    passwordChanged: 'Ihr neues Passwort ist gespeichert. Melden Sie sich damit an.',
  },
}
