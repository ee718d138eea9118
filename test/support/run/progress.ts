/**
 * What a command said beside its progress, of which a slow machine has lines and a fast one none. A phase that has just
 * begun has no speed.
 */
export const withoutProgress = (text: string) =>
  text.replaceAll(/^(?:reading|writing|copying|verifying) [\d,]+ \w+(?: \(\d+ %\))?(?:, [\d,]+ a second.*)?\n/gm, '')
