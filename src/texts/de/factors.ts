import type { factors as english } from '../en/factors.ts'

export const factors: typeof english = {
  on: 'Ein',
  off: 'Aus',
  code: 'Code',
  signInHint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  codeHint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes. Jeder gilt einmal.',
  wrongCode: 'Dieser Code ist falsch, abgelaufen oder schon benutzt.',
  step: {
    title: 'Code eingeben',
    lead: (username) => `Ihr Passwort stimmt. Noch ein Schritt, um sich als ${username} anzumelden.`,
    lostTitle: 'Kein Code?',
    lost:
      'Wenn Sie Ihr Telefon nicht haben, geben Sie einen der zehn Wiederherstellungscodes ein, die Sie aufbewahrt ' +
      'haben. Wenn auch diese fehlen, wenden Sie sich an die Betreiber dieses Servers.',
  },
  codes: {
    title: 'Einmalcodes',
    text:
      'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code. Damit kann sich niemand anmelden, der nur ' +
      'Ihr Passwort kennt.',
    since: (date) => `Wer sich mit Ihrem Passwort anmeldet, braucht seit ${date} auch einen Code aus Ihrer App.`,
    turnOn: 'Einmalcodes einschalten',
    turnOff: 'Einmalcodes ausschalten',
    turnOffLead: 'Danach genügt Ihr Passwort, um sich anzumelden. Ihre Wiederherstellungscodes werden gelöscht.',
    lead: 'Sie brauchen eine Authenticator-App auf Ihrem Telefon oder Computer. Geben Sie zuerst Ihr Passwort ein.',
    install: 'Öffnen Sie Ihre Authenticator-App, oder installieren Sie eine. Jede App für Einmalcodes (TOTP) geht.',
    scan: 'Scannen Sie dieses Bild mit der App.',
    picture: 'QR-Code mit dem Schlüssel für Ihre Authenticator-App',
    orType: 'Oder tippen Sie diesen Schlüssel in die App:',
    openApp: 'App auf diesem Gerät öffnen',
    enter: (minutes) => `Geben Sie den Code ein, den die App jetzt zeigt. Sie haben ${minutes} Minuten Zeit.`,
    enterHint: 'Sechs Ziffern.',
    isOn: 'Einmalcodes sind eingeschaltet.',
  },
  recovery: {
    title: 'Wiederherstellungscodes',
    keepTitle: 'Bewahren Sie diese Codes jetzt auf',
    once: 'Sie werden nur dieses eine Mal angezeigt.',
    keep:
      'Jeder Code meldet Sie einmal an, wenn Sie Ihr Telefon nicht haben. Bewahren Sie die Codes bei wichtigen ' +
      'Unterlagen oder in einem Passwortmanager auf, und nicht nur auf Ihrem Telefon.',
    left: (left, all, date) =>
      left === 1
        ? `1 von ${all} Codes vom ${date} ist übrig. Erzeugen Sie bald neue.`
        : `${left} von ${all} Codes vom ${date} sind übrig.`,
    none: 'Sie haben alle Codes benutzt. Erzeugen Sie jetzt neue.',
    renew: 'Neue Wiederherstellungscodes erzeugen',
    renewLead: 'Die Codes, die Sie jetzt haben, gelten dann nicht mehr.',
    areNew: 'Dies sind Ihre neuen Wiederherstellungscodes. Die früheren gelten nicht mehr.',
  },
  backHome: 'Zurück zu Anmeldung und Sicherheit',
  notices: {
    codesOff: 'Einmalcodes sind ausgeschaltet.',
  },
}
