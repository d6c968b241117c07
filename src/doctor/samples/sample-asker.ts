/** Nobody. */
export const sampleAsker = {
  personId: 'U0SAMPLE',
  teamId: undefined,
  channelId: undefined,
  threadTs: undefined,
  audited: async () => {},
};
