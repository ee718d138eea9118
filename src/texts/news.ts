/** The news of a mail, each with its address; they come as JSON, with addresses on this site. */
export const newsIn = (news: string, site: string): string =>
  (JSON.parse(news) as [sentence: string, address: string][])
    .map(([sentence, address]) => `${sentence}\n${site}${address}`)
    .join('\n\n')
