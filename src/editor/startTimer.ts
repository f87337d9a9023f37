import type { StartTimer } from '../protocol/messageChannel';

export const startTimer: StartTimer = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds);
  return () => {
    clearTimeout(timer);
  };
};
