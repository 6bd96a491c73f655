export const { performance, PerformanceObserver } = globalThis;
